/** Events of the document, and the names that components give their elements. */

type ComponentTags =
  | "pb-card"
  | "pb-felt"
  | "pb-history"
  | "pb-lobby"
  | "pb-log"
  | "pb-odds"
  | "pb-panels"
  | "pb-rack"
  | "pb-roads"
  | "pb-seats"
  | "pb-shoe"
  | "pb-stage"
  | "pb-stats"
  | "pb-table"
  | "pb-tableau"
  | "pb-welcome";

interface HTMLElementTagNameMap extends Record<ComponentTags, HTMLElement> {}

interface DocumentEventMap {
  /** The guest has another name. */
  renamed: CustomEvent<string>;
  /** The guest has chosen another language. */
  language: Event;
}
