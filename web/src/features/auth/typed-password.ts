/** Milliseconds for which a password typed to sign in is remembered. */
const lifeMs = 10 * 60_000

let typed: { password: string; at: number } | null = null

/** Remembers, in the memory of this tab only, the password that just opened a session: a page that changes it need not ask for it again. */
export function rememberPassword(password: string): void {
  typed = { password, at: Date.now() }
}

/** The remembered password; empty when there is none, or when it is too old. */
export const rememberedPassword = (): string => (typed !== null && Date.now() - typed.at < lifeMs ? typed.password : '')

export function forgetPassword(): void {
  typed = null
}
