import { routes } from '@parvis/contract'
import { ownerRule, publicRule, uniqueName } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { testSecret } from '../../testing/test-app.ts'
import { testPassword } from '../../testing/test-users.ts'
import { fingerprint, unseal } from './keys.ts'
import { codeOf, stepAt } from './second-factor/totp.ts'

const { auth, oidc, identities, passkeys } = routes
const key = { id: 'inconnue', rawId: 'inconnue', type: 'public-key' }
const recoveryCode = 'ABCDEFGHJK'
const emptyId = '00000000-0000-4000-8000-000000000000'

const newPerson = () => {
  const username = uniqueName()
  return { username, email: `${username}@exemple.fr`, password: testPassword }
}

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  { route: auth.login, on: '', make: ({ people }) => ({ body: { username: people.other.username, password: testPassword } }) },
  { route: auth.register, on: '', make: () => ({ body: newPerson() }) },
  publicRule(auth.confirmRegistration, { body: { token: 'inconnu', password: testPassword } }, 400),
  publicRule(auth.resendRegistration, { body: { email: 'personne@exemple.fr' } }),
  { route: auth.refresh, on: '', make: async (world, who) => ({ caller: await world.again(who), body: {} }) },
  publicRule(routes.secondFactor.signIn, { body: { challenge: 'inconnu', code: '000000' } }, 401),
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
  publicRule(routes.secondFactor.renewCodes, { body: { password: testPassword } }, 409),
  publicRule(routes.secondFactor.remove, { body: { password: testPassword, code: '000000' } }, 409),
  { route: routes.secondFactor.removeOf, on: '', make: ({ people }) => ({ params: { id: people.other.id } }), success: 409 },
  // Passkeys are unavailable here: the world's host is an IP address (passkeys.api.test.ts uses a name).
  publicRule(passkeys.creation, { body: { password: testPassword } }, 409),
  publicRule(passkeys.add, { body: { name: 'Clé', credential: { ...key, response: { clientDataJSON: '', attestationObject: '' } } } }, 409),
  publicRule(passkeys.request, {}, 409),
  ownerRule(passkeys.remove, 'passkey', async ({ app, people }) => {
    const user_id = people.owner.id
    const made = { user_id, credential_id: uniqueName(), rp_id: 'localhost', public_key: '', counter: 0, transports: [], name: 'Clé', created_at: app.now() }
    const { id } = await app.db.insertInto('passkey').values(made).returning('id').executeTakeFirstOrThrow()
    const recovery = { user_id, code_hash: fingerprint(recoveryCode) }
    await app.db
      .insertInto('recovery_code')
      .values(recovery)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { params: { id }, body: { password: testPassword, code: recoveryCode } }
  }),
  ownerRule(identities.remove, 'identity', async ({ app, people }) => {
    const user_id = people.owner.id
    const at = app.now()
    const made = { issuer: 'https://exemple.fr', sub: uniqueName(), user_id, provider: 'exemple', email: '', created_at: at, last_seen_at: at }
    const { id } = await app.db.insertInto('identity').values(made).returning('id').executeTakeFirstOrThrow()
    return { params: { id }, body: { password: testPassword } }
  }),
  publicRule(passkeys.signInRequest, { body: {} }, 409),
  publicRule(passkeys.signIn, { body: { credential: { ...key, response: { clientDataJSON: '', authenticatorData: '', signature: '' } } } }, 400),
  publicRule(oidc.providers),
  publicRule(oidc.start, { body: { provider: 'inconnu', browser_secret_hash: 'a'.repeat(64), return_path: '/' } }, 404),
  publicRule(oidc.finish, { body: { code: 'inconnu', state: 'inconnu', browser_secret: 'inconnu' } }, 400),
  publicRule(oidc.link, { body: { ticket: 'inconnu', browser_secret: 'inconnu', proof: 'inconnu' } }, 400),
  publicRule(oidc.backchannelLogout, { params: { id: 'inconnu' }, body: { logout_token: 'inconnu' } }, 404),
  publicRule(auth.me),
  { route: auth.logout, on: '', make: async (world, who) => ({ caller: await world.again(who) }) },
  publicRule(auth.forgotPassword, { body: { email: 'personne@exemple.fr' } }),
  publicRule(auth.resetPassword, { body: { token: 'inconnu', password: testPassword } }, 400),
  {
    route: auth.changePassword,
    on: '',
    make: async (world, who) => ({ caller: await world.again(who), body: { current_password: testPassword, new_password: 'Genêt-82-Torrent' } }),
  },
]
