/** A name that nothing else has, drawn at random: `crypto.randomUUID` is missing where the address is plain http, on an intranet. */
export const drawName = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
