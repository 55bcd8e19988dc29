/** As much of node's own modules as the tests use. */

declare module "node:test" {
  export function test(sentence: string, proof: () => void | Promise<void>): void;
  export const mock: {
    timers: { enable(options: { apis: string[] }): void; tick(milliseconds: number): void };
  };
}

declare module "node:assert/strict" {
  export function ok(value: unknown): asserts value;
  export function equal(actual: unknown, expected: unknown): void;
  export function deepEqual(actual: unknown, expected: unknown): void;
  export function throws(act: () => unknown, expected?: { message: string }): void;
}

declare module "node:fs" {
  export function readFileSync(path: URL | number, encoding: "utf-8"): string;
}
