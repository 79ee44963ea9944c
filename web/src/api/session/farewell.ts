/** Where a tab keeps what it asked an identity provider with to end the session there too. */
export const farewellKey = 'parvis.adieu'

/** 256 bits drawn at random, as numbers. */
export const drawSecret = (): string => crypto.getRandomValues(new Uint32Array(8)).join('-')
