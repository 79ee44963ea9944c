import { randomBytes } from 'node:crypto'
import { routes } from '@parvis/contract'

/**
 * Returns a user name for an account created through a provider: the e-mail address if it is a valid free name, else its local part, with four random
 * hexadecimal digits if that is invalid or taken.
 */
export async function freeUserName(email: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  if (isName(email) && !(await isTaken(email))) return email
  const before =
    email
      .slice(0, email.lastIndexOf('@'))
      .replaceAll(/[^\p{L}\p{N}._-]/gu, '.')
      .slice(0, 50) || 'agent'
  if (isName(before) && !(await isTaken(before))) return before
  return `${before}.${randomBytes(3).toString('hex').slice(0, 4)}`
}

const isName = (username: string): boolean => routes.auth.register.body.safeParse({ username, email: 'agent@exemple.fr', password: '…………' }).success
