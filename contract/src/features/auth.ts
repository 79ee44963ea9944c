import * as z from 'zod/mini'
import { email, id, line, messageAnswer, nullableTimestamp, password, requiredText, text } from '../common.ts'
import { limits, removeInvisible } from '../constants.ts'
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
  z.overwrite(removeInvisible),
  z.regex(/^[\p{L}\p{N}._@-]+$/u, 'Lettres, chiffres, points, tirets et soulignés seulement'),
)

// What a browser keeps between two sign-ins so that the failures of strangers do not hold it. Sent, even empty, it is answered anew.
export const device = z.optional(text(limits.device))

export const signedIn = z.object({ access_token: z.string(), refresh_token: z.string(), user: currentUser, device })

/** A text that only this product's own page sends, drawn at random: nothing else is long. */
export const opaque = z.catch(z.string().check(z.maxLength(4_096)), '')

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
