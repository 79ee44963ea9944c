import * as z from 'zod/mini'
import { email, id, line, messageAnswer, nullableTimestamp, password, requiredText, text } from '../common.ts'
import { limits } from '../constants.ts'
import { route } from '../route.ts'

/** What is told of an account, to its owner and to administrators. */
export const accountFields = {
  id,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  type_collectivite: z.string(),
  is_admin: z.boolean(),
  is_active: z.boolean(),
  last_login: nullableTimestamp,
  /** Since when signing in by the password asks for a code too; null: it does not. */
  second_factor_at: nullableTimestamp,
}

/** Why a password is easy to guess: below the CNIL's threshold, among the most used, holding a word of the person or of the place. */
const passwordWeaknesses = ['short', 'common', 'context'] as const
export type PasswordWeakness = (typeof passwordWeaknesses)[number]

/** The signed-in person as every screen sees them. */
const currentUser = z.object({
  ...accountFields,
  /** The sign-in before the last one, which is the present one; null at the first. */
  previous_login: nullableTimestamp,
  /** True for a password that somebody else chose or drew, or that is too weak for an administrator: nothing is answered before it is changed. */
  must_change_password: z.boolean(),
  /** True when the password is easy to guess: the interface says so, and why. */
  password_weak: z.boolean(),
  /** Null when it is not weak, or was found weak before the reason was kept. */
  password_weakness: z.nullable(z.enum(passwordWeaknesses)),
  /** Enter sends what is written in a chat; false: Ctrl + Enter alone does (specification, chapter 2). */
  enter_sends: z.boolean(),
  /** False for who signs in elsewhere and has no password here. */
  has_password: z.boolean(),
  /** True while the setting asks for a second factor that the person has not set up: nothing is answered before. */
  must_set_second_factor: z.boolean(),
})
export type CurrentUser = z.infer<typeof currentUser>

const username = requiredText(limits.username, 'Le nom d’utilisateur est obligatoire').check(
  z.regex(/^[\p{L}\p{N}._@-]+$/u, 'Lettres, chiffres, points, tirets et soulignés seulement'),
)

// What a browser keeps between two sign-ins so that the failures of strangers do not hold it. Sent, even empty, it is answered anew.
export const device = z.optional(text(limits.device))

export const signedIn = z.object({ access_token: z.string(), refresh_token: z.string(), user: currentUser, device })

/** A text that only this product's own page sends, drawn at random: nothing else is long. */
export const opaque = z.catch(z.string().check(z.maxLength(4_096)), '')

/** The address of a page of this application, with its query; anything else is the home page. */
const returnPath = z.catch(z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])[^\s\\]*$/)), '/')

/** Ways in: the identity providers, in the order of their buttons, and who may still sign in here by a password. */
export const waysIn = z.object({
  providers: z.array(z.object({ id: z.string(), label: z.string(), profile: z.enum(['generic', 'proconnect']) })),
  local: z.enum(['ouverte', 'administrateurs']),
})
export type WaysIn = z.infer<typeof waysIn>

/** How the person proves that the account which has their address is theirs: a code mailed to it, or its password. */
const linkProof = z.enum(['code', 'password'])
export type LinkProof = z.infer<typeof linkProof>

const arrived = z.object({ ...signedIn.shape, return_path: z.string() })
/** An account has this address already: it is joined to this identity once the person has proved that it is theirs. */
const toLink = z.object({ link: z.object({ ticket: z.string(), proof: linkProof, email: z.string(), provider: z.string() }) })
export type LinkOffer = z.infer<typeof toLink>['link']

export const auth = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    whenFull: true,
    access: 'public',
    summary: 'Ouvre une session par nom d’utilisateur ou adresse e-mail.',
    body: z.object({ username: requiredText(limits.email, 'L’identifiant est obligatoire'), password, device }),
    answer: signedIn,
  }),
  providers: route({
    method: 'GET',
    path: '/auth/providers',
    access: 'public',
    summary: 'Où se connecter ailleurs, et qui peut encore se connecter ici par un mot de passe.',
    answer: waysIn,
  }),
  oidcStart: route({
    method: 'POST',
    path: '/auth/oidc/start',
    whenFull: true,
    access: 'public',
    summary: 'Commence une connexion chez un fournisseur d’identité : l’adresse où envoyer le navigateur.',
    body: z.object({ provider: z.string(), browser_secret_hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), return_path: returnPath }),
    answer: z.object({ location: z.string() }),
  }),
  oidcFinish: route({
    method: 'POST',
    path: '/auth/oidc/finish',
    whenFull: true,
    access: 'public',
    summary: 'Ouvre une session avec ce que le fournisseur d’identité a rendu à la page de retour.',
    body: z.object({ code: opaque, state: opaque, iss: z.optional(z.nullable(opaque)), browser_secret: opaque, device }),
    answer: z.union([arrived, toLink]),
  }),
  oidcLink: route({
    method: 'POST',
    path: '/auth/oidc/link',
    whenFull: true,
    access: 'public',
    summary: 'Relie au compte qui a déjà cette adresse l’identité qui vient d’arriver, avec le code reçu ou le mot de passe du compte.',
    body: z.object({ ticket: opaque, browser_secret: opaque, proof: z.string().check(z.maxLength(limits.password)), device }),
    answer: arrived,
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
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    status: 201,
    summary: 'Crée un compte ; là où `REGISTRATION_DOMAINS` est réglé, envoie le lien qui l’ouvrira.',
    body: z.object({
      username,
      email,
      password,
      first_name: z._default(line(limits.name), ''),
      last_name: z._default(line(limits.name), ''),
    }),
    // Where addresses of some domains only may register there is no account yet, and no `user`: a mailed link opens it.
    answer: z.object({ message: z.string(), user: z.optional(currentUser), warning: z.optional(z.string()) }),
  }),
  confirmRegistration: route({
    method: 'POST',
    path: '/auth/register/confirm',
    access: 'public',
    status: 201,
    summary: 'Ouvre le compte dont l’adresse est prouvée par le lien reçu, avec le mot de passe choisi à l’inscription.',
    body: z.object({ token: z.catch(z.string(), ''), password }),
    answer: messageAnswer,
  }),
  resendRegistration: route({
    method: 'POST',
    path: '/auth/register/resend',
    access: 'public',
    summary: 'Envoie un autre lien d’inscription, si l’adresse en attend un.',
    body: z.object({ email }),
    answer: messageAnswer,
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    whenFull: true,
    access: 'refresh',
    summary: 'Donne un nouveau jeton d’accès ; avec `rotation`, aussi une nouvelle valeur de rafraîchissement.',
    body: z.optional(z.nullable(z.object({ rotation: z.optional(z.boolean()) }))),
    answer: z.object({ access_token: z.string(), refresh_token: z.optional(z.string()) }),
  }),
  me: route({ method: 'GET', path: '/auth/me', access: 'user', beforePasswordChange: true, summary: 'La personne connectée.', answer: currentUser }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    whenFull: true,
    beforePasswordChange: true,
    access: 'user',
    summary: 'Ferme la session : ses deux jetons ne valent plus rien. `location` : où la fermer aussi chez le fournisseur d’identité.',
    body: z.optional(z.nullable(z.object({ state: z.optional(z.string().check(z.regex(/^[\w-]{32,100}$/))) }))),
    answer: z.extend(messageAnswer, { location: z.optional(z.string()) }),
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'public',
    summary: 'Envoie un lien de réinitialisation, si l’adresse est connue.',
    body: z.object({ email }),
    answer: messageAnswer,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset-password',
    whenFull: true,
    access: 'public',
    summary: 'Change le mot de passe avec un lien reçu par courriel.',
    // Whatever is no text is no token: the same 400 as an unknown one (trust case AUT-07).
    body: z.object({ token: z.catch(z.string(), ''), password, device }),
    answer: z.object({ message: z.string(), device }),
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/change-password',
    whenFull: true,
    beforePasswordChange: true,
    access: 'user',
    changes: ['/profile/security'],
    summary: 'Change son propre mot de passe ; ferme les autres sessions.',
    body: z.object({ current_password: password, new_password: password }),
    answer: z.object({ message: z.string(), warning: z.optional(z.string()) }),
  }),
}
export { username }
