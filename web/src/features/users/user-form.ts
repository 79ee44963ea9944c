import {
  clientErrorSentence,
  constants,
  findBlankTexts,
  passwordRequired,
  userRules,
  type InstanceInfo,
  type SentRouteBody,
  type User,
  type routes,
} from '@parvis/contract'

/** Fields of the user form (specification, chapter 3). */
export interface UserForm {
  username: string
  email: string
  first_name: string
  last_name: string
  is_admin: boolean
  is_active: boolean
}

/** Sign-in fields. Separate from `UserForm`, which is stored in the tab as a draft: passwords must not be stored. */
interface UserEntry {
  /** Empty when editing: the password does not change (specification, chapter 5). */
  password: string
  /** Invites a new account by mail to choose a password. */
  invite: boolean
  /** Re-authentication for changes to one's own account. */
  current_password: string
  code: string
}

export type UserFormErrors = Partial<Record<keyof UserForm | 'password' | 'current_password' | 'code', string>>

export const emptyUserForm: UserForm = { username: '', email: '', first_name: '', last_name: '', is_admin: false, is_active: true }
export const emptyUserEntry: UserEntry = { password: '', invite: false, current_password: '', code: '' }

/** Whether a person signs in only through an identity provider, so that a password would be useless. */
export const signsInByOidcOnly = (instance: Pick<InstanceInfo, 'ways_in'> | undefined, is_admin: boolean): boolean =>
  instance?.ways_in.local === 'administrateurs' && !is_admin

/** Hints shown when the invitation has no link, because people sign in through an identity provider. */
export const oidcHints = {
  one: 'Cette personne se connecte par un fournisseur d’identité, sans mot de passe. Un courriel le lui dit.',
  several: 'Chaque personne se connecte par un fournisseur d’identité, sans mot de passe. Un courriel le lui dit.',
}

/** Field labels used in the notice of an edit conflict. */
export const userFieldNames = {
  username: 'Nom d’utilisateur',
  email: 'E-mail',
  first_name: 'Prénom',
  last_name: 'Nom',
  is_admin: { label: 'Rôle', read: (is_admin: boolean) => (is_admin ? 'Administrateur' : 'Utilisateur') },
  is_active: { label: 'Statut', read: (is_active: boolean) => (is_active ? 'Actif' : 'Inactif') },
} as const

export function formOf({ username, email, first_name, last_name, is_admin, is_active }: User): UserForm {
  return { username, email, first_name, last_name, is_admin, is_active }
}

/** Returns the missing or too short fields; empty when the form can be sent. The server checks the rest. */
export function findUserFormErrors(form: UserForm, { password, invite }: Pick<UserEntry, 'password' | 'invite'>, isNew: boolean): UserFormErrors {
  const errors: UserFormErrors = findBlankTexts(form, userRules)
  if (isNew && !invite && password === '') errors.password = passwordRequired
  else if (password !== '' && [...password].length < constants.passwordMinLength) errors.password = clientErrorSentence('auth.password_short')
  return errors
}

export function creationOf(form: UserForm, { password, invite }: UserEntry): SentRouteBody<typeof routes.users.create> {
  return { ...trimmed(form), ...(invite ? { invite } : { password }) }
}

/** Body of an update: an empty password is left out (specification, chapter 5). */
export function editionOf(form: UserForm, { password, current_password, code }: UserEntry): SentRouteBody<typeof routes.users.update> {
  return {
    ...trimmed(form),
    ...(password !== '' && { password }),
    ...(current_password !== '' && { current_password }),
    ...(code !== '' && { code }),
  }
}

function trimmed(form: UserForm): UserForm {
  return { ...form, username: form.username.trim(), email: form.email.trim(), first_name: form.first_name.trim(), last_name: form.last_name.trim() }
}

/** Sentence about an invitation that was sent, or that stays on the server without a mail server. @param subject subject of the sentence */
export const invitationSentence = (subject: string, hasMail: boolean): string =>
  hasMail ? `${subject} est envoyée.` : `${subject} reste sur le serveur\u00a0: aucun serveur de courriel n’est réglé.`

/** Warnings shown before inviting without a mail server. */
export const noMailWarning = {
  one: 'Aucun serveur de courriel n’est réglé\u00a0: l’invitation resterait sur le serveur, sans arriver à personne.',
  several: 'Aucun serveur de courriel n’est réglé\u00a0: les invitations resteraient sur le serveur, sans arriver à personne.',
}
