import * as z from 'zod/mini'
import { device, opaque, signedIn } from './auth.ts'
import { idParams, messageAnswer, password } from '../common.ts'
import { route } from '../route.ts'

/** Six digits of an application, or a recovery code, as they are typed: with spaces, dashes, in any case. */
const code = z.string('Le code est obligatoire').check(z.minLength(1, 'Le code est obligatoire'), z.maxLength(40, 'Ce code est trop long'))

/** Codes that each open the account once, without the telephone. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

const changes = ['/profile/security', '/auth/me'] as const

/** A code beside the password, for the accounts that have one. */
export const secondFactor = {
  signIn: route({
    method: 'POST',
    path: '/auth/login/second-factor',
    whenFull: true,
    access: 'public',
    summary: 'Termine une connexion par mot de passe : le `challenge` qu’elle a reçu (`auth.second_factor_required`), et un code.',
    body: z.object({ challenge: opaque, code, device }),
    answer: signedIn,
  }),
  begin: route({
    method: 'POST',
    path: '/auth/totp',
    beforeSecondFactor: true,
    access: 'user',
    changes,
    summary: 'Tire la clé d’une application de codes (RFC 6238) ; elle ne sert qu’une fois confirmée.',
    body: z.object({ password }),
    answer: z.object({ /** Base 32, to be typed. */ secret: z.string(), /** To be shown as a picture. */ uri: z.string() }),
  }),
  confirm: route({
    method: 'POST',
    path: '/auth/totp/confirm',
    beforeSecondFactor: true,
    access: 'user',
    changes,
    summary: 'Active la double authentification par un premier code ; donne dix codes de secours, une fois.',
    body: z.object({ code }),
    answer: recoveryCodes,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/auth/totp/recovery-codes',
    access: 'user',
    changes,
    summary: 'Remplace ses codes de secours.',
    body: z.object({ password }),
    answer: recoveryCodes,
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/totp',
    access: 'user',
    changes,
    summary: 'Retire la double authentification de son compte, avec le mot de passe et un code.',
    body: z.object({ password, code }),
    answer: messageAnswer,
  }),
  removeOf: route({
    method: 'DELETE',
    path: '/users/:id/second-factor',
    access: 'admin',
    summary: 'Retire la double authentification d’un compte, dont le téléphone est perdu.',
    params: idParams,
    answer: messageAnswer,
  }),
}
