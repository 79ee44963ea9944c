import { routes } from '@parvis/contract'
import { mine, open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-types.ts'
import { fresh } from '../../testing/matrix/matrix-parts.ts'
import { testSecret } from '../../testing/test-app.ts'
import { testPassword } from '../../testing/test-users.ts'
import { fingerprint } from './account-keys.ts'
import { unseal } from './seal.ts'
import { codeOf, stepAt } from './second-factor/totp.ts'

const { auth, elsewhere, identities, passkeys } = routes
const key = { id: 'inconnue', rawId: 'inconnue', type: 'public-key' }
const recoveryCode = 'ABCDEFGHJK'
const emptyId = '00000000-0000-4000-8000-000000000000'

const newPerson = () => {
  const username = fresh()
  return { username, email: `${username}@exemple.fr`, password: testPassword }
}

/** Access rules of these routes, for the matrix. */
export const rules: Rule[] = [
  { route: auth.login, on: '', make: ({ people }) => ({ body: { username: people.other.username, password: testPassword } }) },
  { route: auth.register, on: '', make: () => ({ body: newPerson() }) },
  open(auth.confirmRegistration, { body: { token: 'inconnu', password: testPassword } }, 400),
  open(auth.resendRegistration, { body: { email: 'personne@exemple.fr' } }),
  { route: auth.refresh, on: '', make: async (world, who) => ({ caller: await world.again(who), body: {} }) },
  open(routes.secondFactor.signIn, { body: { challenge: 'inconnu', code: '000000' } }, 401),
  { route: routes.secondFactor.begin, on: '', make: async (world, who) => ({ caller: await world.again(who), body: { password: testPassword } }) },
  {
    route: routes.secondFactor.confirm,
    on: '',
    make: async (world, who) => {
      const caller = await world.again(who)
      await world.app.call(routes.secondFactor.begin, { token: caller?.token ?? '', body: { password: testPassword } })
      const key = await world.app.db
        .selectFrom('second_factor')
        .select('secret')
        .where('user_id', '=', caller?.id ?? emptyId)
        .executeTakeFirst()
      const code = key === undefined ? '000000' : codeOf(Buffer.from(unseal(testSecret, key.secret)!, 'base64url'), stepAt(world.app.now()))
      return { caller, body: { code } }
    },
  },
  open(routes.secondFactor.renewCodes, { body: { password: testPassword } }, 409),
  open(routes.secondFactor.remove, { body: { password: testPassword, code: '000000' } }, 409),
  { route: routes.secondFactor.removeOf, on: '', make: ({ people }) => ({ params: { id: people.other.id } }), success: 409 },
  // Passkeys are unavailable here: the world's host is an IP address (passkeys.api.test.ts uses a name).
  open(passkeys.creation, { body: { password: testPassword } }, 409),
  open(passkeys.add, { body: { name: 'Clé', credential: { ...key, response: { clientDataJSON: '', attestationObject: '' } } } }, 409),
  open(passkeys.request, {}, 409),
  mine(passkeys.remove, 'passkey', async ({ app, people }) => {
    const user_id = people.owner.id
    const made = { user_id, credential_id: fresh(), rp_id: 'localhost', public_key: '', counter: 0, transports: [], name: 'Clé', created_at: app.now() }
    const { id } = await app.db.insertInto('passkey').values(made).returning('id').executeTakeFirstOrThrow()
    const recovery = { user_id, code_hash: fingerprint(recoveryCode) }
    await app.db
      .insertInto('recovery_code')
      .values(recovery)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { params: { id }, body: { password: testPassword, code: recoveryCode } }
  }),
  mine(identities.remove, 'identity', async ({ app, people }) => {
    const user_id = people.owner.id
    const at = app.now()
    const made = { issuer: 'https://exemple.fr', sub: fresh(), user_id, provider: 'exemple', email: '', created_at: at, last_seen_at: at }
    const { id } = await app.db.insertInto('identity').values(made).returning('id').executeTakeFirstOrThrow()
    return { params: { id }, body: { password: testPassword } }
  }),
  open(passkeys.signInRequest, { body: {} }, 409),
  open(passkeys.signIn, { body: { credential: { ...key, response: { clientDataJSON: '', authenticatorData: '', signature: '' } } } }, 400),
  open(elsewhere.providers),
  open(elsewhere.start, { body: { provider: 'inconnu', browser_secret_hash: 'a'.repeat(64), return_path: '/' } }, 404),
  open(elsewhere.finish, { body: { code: 'inconnu', state: 'inconnu', browser_secret: 'inconnu' } }, 400),
  open(elsewhere.link, { body: { ticket: 'inconnu', browser_secret: 'inconnu', proof: 'inconnu' } }, 400),
  open(elsewhere.backchannelLogout, { params: { id: 'inconnu' }, body: { logout_token: 'inconnu' } }, 404),
  open(auth.me),
  { route: auth.logout, on: '', make: async (world, who) => ({ caller: await world.again(who) }) },
  open(auth.forgotPassword, { body: { email: 'personne@exemple.fr' } }),
  open(auth.resetPassword, { body: { token: 'inconnu', password: testPassword } }, 400),
  {
    route: auth.changePassword,
    on: '',
    make: async (world, who) => ({ caller: await world.again(who), body: { current_password: testPassword, new_password: 'Genêt-82-Torrent' } }),
  },
]
