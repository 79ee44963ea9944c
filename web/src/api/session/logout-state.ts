/** Session-storage key of the `state` sent to an identity provider with a sign-out request. */
export const logoutStateKey = 'parvis.adieu'

/** Draws 256 random bits, written as decimal numbers. */
export const randomSecret = (): string => crypto.getRandomValues(new Uint32Array(8)).join('-')
