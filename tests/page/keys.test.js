import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { matching } from "#page/shell/language.js";
import { signOf } from "#page/shell/shortcuts.js";

/**
 * @param {string} key
 * @param {string} code
 */
const pressed = (key, code, shiftKey = false) => signOf({ key, code, shiftKey });

test("a key is known by its character, or by its position on other layouts", () => {
  equal(pressed("p", "KeyR"), "p"); // Dvorak has its letters in other places
  equal(pressed("P", "KeyP", true), "p");
  equal(pressed("з", "KeyP"), "p"); // a Cyrillic layout
  equal(pressed("Process", "KeyB"), "b"); // an input method
  equal(pressed("&", "Digit1"), "1"); // a French layout, without shift
  equal(pressed("1", "Numpad1"), "1");
  equal(pressed("?", "Minus", true), "?"); // a German layout
  equal(pressed("Process", "Slash", true), "?");
  equal(pressed("Tab", "Tab"), "tab");
});

test("a browser gets the first of its languages that we have", () => {
  deepEqual(
    [["de", "fr-CA"], ["zh-HK"], ["zh-TW", "en"], ["zh"], ["zh-CN"], ["es-419"], ["de"], []].map(
      matching,
    ),
    ["fr", "zh-Hant", "zh-Hant", "zh-Hans", "zh-Hans", "es", "en", "en"],
  );
});
