/** The announcer's words, picked by how much is said, whose they are, and whether they are read or heard. */

import { settings } from "../shell/settings.js";

const picked = (said) => said?.[settings.get("level")];
const isOwn = (event, seat) => event.seat !== undefined && event.seat === seat;

/** The lines to read of an event or of a step of a coup. */
export function read(event, seat = null) {
  return picked(isOwn(event, seat) ? event.say_own : event.say) ?? [];
}

/** What is said of it by ear. */
export function spoken(event, seat = null) {
  return picked(isOwn(event, seat) ? event.aloud_own : event.aloud) ?? read(event, seat);
}

/** What a coup came to, by ear: the guest's own money, then everyone else's. */
export function settledAloud({ settled }, seat) {
  return picked(settled[seat] ?? settled.others) ?? [];
}

/** A whole coup by ear, a sentence for each part. */
export function coupAloud(event) {
  return [event, ...event.story].flatMap((part) => spoken(part));
}
