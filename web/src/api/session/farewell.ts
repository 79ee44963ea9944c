/** Session-storage key of the `state` sent to an identity provider with a sign-out request. */
export const farewellKey = 'parvis.adieu'

/** Draws 256 random bits, written as decimal numbers. */
export const drawSecret = (): string => crypto.getRandomValues(new Uint32Array(8)).join('-')
