/** Where a tab keeps what it asked an identity provider with to end the session there too. */
const key = 'parvis.adieu'

/** 256 bits drawn at random, as numbers. */
export const drawSecret = (): string => crypto.getRandomValues(new Uint32Array(8)).join('-')

export const noteFarewell = (state: string): void => sessionStorage.setItem(key, state)

/** Whether this tab asked for the sign-out that comes back with `state`; asked once. */
export function wasFarewell(state: string | null): boolean {
  const asked = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return asked !== null && asked === state
}
