/** An event target whose events have known types, by name. */
export interface TypedEventTarget<Events extends { [Name in keyof Events]: Event }>
  extends Omit<EventTarget, "addEventListener"> {
  addEventListener<Name extends keyof Events & string>(
    name: Name,
    listener: (event: Events[Name]) => void,
    options?: AddEventListenerOptions,
  ): void;
}
