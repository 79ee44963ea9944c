/** Random id of this tab, sent with its requests so that the server does not notify it of its own changes. */
export const tabId = Math.random().toString(36).slice(2)

/** Draws a random unique id. `crypto.randomUUID` is missing on a plain-http address, as on an intranet. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Draws 256 random bits, written as decimal numbers. */
export const randomSecret = (): string => crypto.getRandomValues(new Uint32Array(8)).join('-')
