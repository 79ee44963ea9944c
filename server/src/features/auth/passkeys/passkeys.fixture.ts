import { routes, type PasskeyRequest } from '@parvis/contract'
import { softKey, type AuthenticatorFaults, type SoftKey } from '../../../testing/fakes/soft-authenticator.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'

const { auth, passkeys, secondFactor } = routes

/** Origin on which passkeys work. */
export const origin = 'https://parvis.ville.example'

type PasskeyUser = TestUser & { key: SoftKey; key_id: string; codes: string[] }

/** Creates a passkey and stores it, as the profile page does. */
export async function addKey(app: TestApp, user: TestUser, key = softKey(origin), lies: AuthenticatorFaults = {}) {
  const { body, status, error } = await app.call(passkeys.creation, { token: user.token, body: { password: user.password } })
  if (status !== 200) throw new Error(error.code)
  return app.call(passkeys.add, { token: user.token, body: { name: 'Téléphone', credential: key.attestation(body, lies) } })
}

export async function createPasskeyUser(app: TestApp, fields: Parameters<TestApp['createUser']>[0] = {}, key = softKey(origin)): Promise<PasskeyUser> {
  const user = await app.createUser(fields)
  const { body } = await addKey(app, user, key)
  return { ...user, key, key_id: body.passkey.id, codes: body.recovery_codes }
}

export const logIn = (app: TestApp, user: TestUser) => app.call(auth.login, { body: { username: user.username, password: user.password } })

export async function signInOptions(app: TestApp, challenge?: string): Promise<PasskeyRequest> {
  return (await app.call(passkeys.signInRequest, { body: challenge === undefined ? {} : { challenge } })).body
}

/** Signs in by the passkey alone. */
export async function signInByKey(app: TestApp, key: SoftKey, lies: AuthenticatorFaults = {}, options?: PasskeyRequest) {
  return app.call(passkeys.signIn, { body: { credential: key.assertion(options ?? (await signInOptions(app)), lies) } })
}

/** Signs in by the password and the passkey. */
export async function signInByPasswordAndKey(app: TestApp, user: PasskeyUser, lies: AuthenticatorFaults = {}) {
  const challenge = (await logIn(app, user)).error.challenge!
  const passkey = user.key.assertion(await signInOptions(app, challenge), lies)
  return app.call(secondFactor.signIn, { body: { challenge, passkey } })
}
