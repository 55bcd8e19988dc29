/** Made from the types of puntobanco.wire by `make docs`; not to be changed by hand. */

export const PROTOCOL = 2;
