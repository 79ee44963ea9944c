/** Draws a random unique id. `crypto.randomUUID` is missing on a plain-http address, as on an intranet. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
