import { routes } from '@parvis/contract'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'
import { fresh } from '../../testing/matrix/matrix-world.ts'
import { testPassword } from '../../testing/test-users.ts'

const { auth } = routes

const newPerson = () => {
  const username = fresh()
  return { username, email: `${username}@exemple.fr`, password: testPassword }
}

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  { route: auth.login, on: '', make: ({ people }) => ({ body: { username: people.other.username, password: testPassword } }) },
  { route: auth.register, on: '', make: () => ({ body: newPerson() }) },
  open(auth.confirmRegistration, { body: { token: 'inconnu', password: testPassword } }, 400),
  open(auth.resendRegistration, { body: { email: 'personne@exemple.fr' } }),
  { route: auth.refresh, on: '', make: async (world, who) => ({ caller: await world.again(who), body: {} }) },
  open(auth.providers),
  open(auth.oidcStart, { body: { provider: 'inconnu', browser_secret_hash: 'a'.repeat(64), return_path: '/' } }, 404),
  open(auth.oidcFinish, { body: { code: 'inconnu', state: 'inconnu', browser_secret: 'inconnu' } }, 400),
  open(auth.oidcLink, { body: { ticket: 'inconnu', browser_secret: 'inconnu', proof: 'inconnu' } }, 400),
  open(auth.backchannelLogout, { params: { id: 'inconnu' }, body: { logout_token: 'inconnu' } }, 404),
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
