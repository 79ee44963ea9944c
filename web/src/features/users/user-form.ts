import { constants, ownSentence, type InstanceInfo, type SentBody, type User, type routes } from '@parvis/contract'

/** What an administrator types about an account (specification, chapter 3, user form). */
export interface UserForm {
  username: string
  email: string
  first_name: string
  last_name: string
  is_admin: boolean
  is_active: boolean
}

/** How its person gets in. Apart from the rest, which the tab keeps until it is saved: a password is kept nowhere. */
interface UserEntry {
  /** Empty on edit: unchanged (specification, chapter 5). */
  password: string
  /** A new account whose person receives a link to choose a password. */
  invite: boolean
  /** Proof of identity, on one's own account. */
  current_password: string
  code: string
}

export type UserFormErrors = Partial<Record<keyof UserForm | 'password' | 'current_password' | 'code', string>>

export const emptyUserForm: UserForm = { username: '', email: '', first_name: '', last_name: '', is_admin: false, is_active: true }
export const emptyUserEntry: UserEntry = { password: '', invite: false, current_password: '', code: '' }

/** Whether a person signs in at an identity provider alone: a password given here would open nothing. */
export const signsInElsewhere = (instance: Pick<InstanceInfo, 'ways_in'> | undefined, is_admin: boolean): boolean =>
  instance?.ways_in.local === 'administrateurs' && !is_admin

/** What the mail then says, in the place of a link. */
export const elsewhereWords = {
  one: 'Cette personne se connecte par un fournisseur d’identité, sans mot de passe. Un courriel le lui dit.',
  several: 'Chaque personne se connecte par un fournisseur d’identité, sans mot de passe. Un courriel le lui dit.',
}

/** The fields as a conflict names them. */
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

/** What is missing or too short; nothing when the form can be sent. The rest is for the server to say. */
export function findUserFormErrors(form: UserForm, { password, invite }: Pick<UserEntry, 'password' | 'invite'>, isNew: boolean): UserFormErrors {
  const errors: UserFormErrors = {}
  if (form.username.trim() === '') errors.username = 'Le nom d’utilisateur est obligatoire'
  if (form.email.trim() === '') errors.email = 'L’adresse e-mail est obligatoire'
  if (isNew && !invite && password === '') errors.password = 'Le mot de passe est obligatoire'
  else if (password !== '' && [...password].length < constants.passwordMinLength) errors.password = ownSentence('auth.password_short')
  return errors
}

/** Body of a creation. */
export function creationOf(form: UserForm, { password, invite }: UserEntry): SentBody<typeof routes.users.create> {
  return { ...trimmed(form), ...(invite ? { invite } : { password }) }
}

/** Body of an edit: an empty password is left out (specification, chapter 5). */
export function editionOf(form: UserForm, { password, current_password, code }: UserEntry): SentBody<typeof routes.users.update> {
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

/** What became of an invitation: without a mail server it reaches nobody. @param whose the invitation, which begins the sentence */
export const invitationSentence = (whose: string, hasMail: boolean): string =>
  hasMail ? `${whose} est envoyée.` : `${whose} reste sur le serveur\u00a0: aucun serveur de courriel n’est réglé.`

/** The same before they are made. */
export const noMailWarning = {
  one: 'Aucun serveur de courriel n’est réglé\u00a0: l’invitation resterait sur le serveur, sans arriver à personne.',
  several: 'Aucun serveur de courriel n’est réglé\u00a0: les invitations resteraient sur le serveur, sans arriver à personne.',
}
