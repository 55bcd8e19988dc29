/** Numbers that page and server share. Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

export const LARGEST_AMOUNT = 1000000000000;
export const MAX_SEATS = 14;
export const MOST_BETS = 3;
export const PROTOCOL = 1;
export const TABLE_CLOSED = 4001;
