/** Milliseconds during which the password typed at sign-in is remembered. */
const lifeMs = 10 * 60_000

let remembered: { password: string; at: number } | null = null

/** Remembers in memory, for this tab only, the password that has just opened a session, so that a required password change need not ask for it again. */
export function rememberPassword(password: string): void {
  remembered = { password, at: Date.now() }
}

/** Remembered password; empty when there is none or it is older than `lifeMs`. */
export const rememberedPassword = (): string => (remembered !== null && Date.now() - remembered.at < lifeMs ? remembered.password : '')

export function forgetPassword(): void {
  remembered = null
}
