import * as z from 'zod/mini'
import { device, opaque, signedIn } from '../auth.ts'
import { idParams, messageAnswer, password } from '../../common.ts'
import { limits } from '../../limits.ts'
import { code, secondFactorProof as secondProof } from './passkeys.ts'
import { route } from '../../route.ts'

/** Path of a page of this application, with its query string. Anything else becomes the home page. */
const returnPath = z.catch(z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])[^\s\\]*$/)), '/')

/** Sign-in methods: the identity providers, in the order of their buttons, and who may sign in by password (`local`). */
export const signInMethods = z.object({
  providers: z.array(z.object({ id: z.string(), label: z.string(), profile: z.enum(['generic', 'proconnect']) })),
  local: z.enum(['ouverte', 'administrateurs']),
  /** Origin on which passkeys work; null: none, since the installation has no public address or an insecure one. */
  passkeys: z.nullable(z.string()),
})
export type SignInMethods = z.infer<typeof signInMethods>

/** Proof that an existing account belongs to the person who signs in through a provider: a code mailed to its address, or its password. */
const linkProof = z.enum(['code', 'password'])
export type LinkProof = z.infer<typeof linkProof>

const signedInByProvider = z.object({ ...signedIn.shape, return_path: z.string() })
/** Answer when an account already has the address: it is linked to the identity once the person has given `proof`. */
const linkRequired = z.object({ link: z.object({ ticket: z.string(), proof: linkProof, email: z.string(), provider: z.string() }) })
export type LinkOffer = z.infer<typeof linkRequired>['link']

/** Sign-in through an identity provider. */
export const oidc = {
  providers: route({
    method: 'GET',
    path: '/auth/providers',
    access: 'public',
    summary: 'Où se connecter ailleurs, et qui peut encore se connecter ici par un mot de passe.',
    answer: signInMethods,
  }),
  start: route({
    method: 'POST',
    path: '/auth/oidc/start',
    whenFull: true,
    access: 'public',
    summary:
      'Commence une connexion chez un fournisseur d’identité : l’adresse où envoyer le navigateur. `browser_secret_hash` : les 64 chiffres hexadécimaux minuscules du SHA-256 d’un secret tiré au hasard par la page, qu’elle donne en clair à `POST /auth/oidc/finish` (`browser_secret`).',
    body: z.object({ provider: z.string(), browser_secret_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), return_path: returnPath }),
    answer: z.object({ location: z.string() }),
  }),
  finish: route({
    method: 'POST',
    path: '/auth/oidc/finish',
    whenFull: true,
    access: 'public',
    summary: 'Ouvre une session avec ce que le fournisseur d’identité a rendu à la page de retour.',
    body: z.object({ code: opaque, state: opaque, iss: z.optional(z.nullable(opaque)), browser_secret: opaque, device }),
    answer: z.union([signedInByProvider, linkRequired]),
  }),
  link: route({
    method: 'POST',
    path: '/auth/oidc/link',
    whenFull: true,
    access: 'public',
    summary: 'Relie au compte qui a déjà cette adresse l’identité qui vient d’arriver, avec le code reçu ou le mot de passe du compte.',
    // `code` or `passkey`: second factor of the account, once it has been asked for (`auth.second_factor_required`).
    body: z.object({ ticket: opaque, browser_secret: opaque, proof: z.string().check(z.maxLength(limits.password)), ...secondProof, device }),
    answer: signedInByProvider,
  }),
  backchannelLogout: route({
    method: 'POST',
    path: '/auth/oidc/:id/backchannel-logout',
    whenFull: true,
    access: 'public',
    form: true,
    summary: 'Ferme les sessions que le fournisseur d’identité dit terminées (OpenID Connect Back-Channel Logout).',
    params: z.object({ id: z.string() }),
    body: z.object({ logout_token: z.catch(z.string(), '') }),
    answer: z.object({}),
  }),
}

/** Single-use codes that replace the second factor. Empty when the account already had one: its earlier codes remain valid. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

const changes = ['/profile/security', '/auth/me'] as const

/** Code application (TOTP) as a second factor, and the calls that it shares with passkeys. */
export const secondFactor = {
  signIn: route({
    method: 'POST',
    path: '/auth/login/second-factor',
    whenFull: true,
    access: 'public',
    summary: 'Termine une connexion par mot de passe : le `challenge` qu’elle a reçu (`auth.second_factor_required`), et un code ou une clé d’accès.',
    body: z.object({ challenge: opaque, ...secondProof, device }),
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
    answer: z.object({ /** Base 32, to be typed. */ secret: z.string(), /** To be shown as a QR code. */ uri: z.string() }),
  }),
  confirm: route({
    method: 'POST',
    path: '/auth/totp/confirm',
    beforeSecondFactor: true,
    access: 'user',
    changes,
    summary: 'Active les codes de l’application par un premier code ; la première de ses doubles authentifications donne dix codes de secours, une fois.',
    body: z.object({ code }),
    answer: recoveryCodes,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/auth/totp/recovery-codes',
    access: 'user',
    changes,
    summary: 'Remplace ses codes de secours, avec le mot de passe et un code ou une clé d’accès.',
    body: z.object({ password, ...secondProof }),
    answer: recoveryCodes,
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/totp',
    access: 'user',
    changes,
    summary: 'Retire l’application de codes de son compte, avec le mot de passe et un code ou une clé d’accès.',
    body: z.object({ password, ...secondProof }),
    answer: messageAnswer,
  }),
  removeOf: route({
    method: 'DELETE',
    path: '/users/:id/second-factor',
    access: 'admin',
    summary: 'Retire la double authentification d’un compte, clés d’accès comprises : son téléphone est perdu.',
    params: idParams,
    answer: messageAnswer,
  }),
}
