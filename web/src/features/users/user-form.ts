import { constants, ownSentence, type SentBody, type User } from '@parvis/contract'
import type { routes } from '@parvis/contract'

/** What an administrator types about an account (specification, chapter 3, user form). */
export interface UserForm {
  username: string
  email: string
  first_name: string
  last_name: string
  /** Empty on edit: unchanged (specification, chapter 5). */
  password: string
  is_admin: boolean
  is_active: boolean
  /** A new account whose person receives a link to choose a password. */
  invite: boolean
}

export type UserFormErrors = Partial<Record<keyof UserForm, string>>

export const emptyUserForm: UserForm = { username: '', email: '', first_name: '', last_name: '', password: '', is_admin: false, is_active: true, invite: false }

export function formOf({ username, email, first_name, last_name, is_admin, is_active }: User): UserForm {
  return { username, email, first_name, last_name, is_admin, is_active, password: '', invite: false }
}

/** What is missing or too short; nothing when the form can be sent. The rest is for the server to say. */
export function findUserFormErrors(form: UserForm, isNew: boolean): UserFormErrors {
  const errors: UserFormErrors = {}
  if (form.username.trim() === '') errors.username = 'Le nom d’utilisateur est obligatoire'
  if (form.email.trim() === '') errors.email = 'L’adresse e-mail est obligatoire'
  if (isNew && !form.invite && form.password === '') errors.password = 'Le mot de passe est obligatoire'
  else if (form.password !== '' && [...form.password].length < constants.passwordMinLength) errors.password = ownSentence('auth.password_short')
  return errors
}

/** Body of a creation. */
export function creationOf(form: UserForm): SentBody<typeof routes.users.create> {
  const { password, ...rest } = trimmed(form)
  return form.invite ? rest : { ...rest, password }
}

/** Body of an edit: an empty password is left out (specification, chapter 5). */
export function editionOf({ password, invite: _, ...form }: UserForm): SentBody<typeof routes.users.update> {
  return { ...trimmed(form), ...(password === '' ? {} : { password }) }
}

function trimmed<Form extends Omit<UserForm, 'password' | 'invite'>>(form: Form): Form {
  return { ...form, username: form.username.trim(), email: form.email.trim(), first_name: form.first_name.trim(), last_name: form.last_name.trim() }
}
