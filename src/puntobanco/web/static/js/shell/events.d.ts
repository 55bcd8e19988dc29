interface HTMLElementTagNameMap {
  /** The names that components give their elements. */
  [name: `pb-${string}`]: HTMLElement;
}

interface DocumentEventMap {
  /** The guest has another name. */
  renamed: CustomEvent<string>;
  /** The guest has chosen another language. */
  language: Event;
}
