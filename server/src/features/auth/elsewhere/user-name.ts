import { randomBytes } from 'node:crypto'
import { routes } from '@parvis/contract'

/**
 * A user name for somebody who chose none: the address where a name may be written so, else what stands before its « @ », with four
 * letters or digits more when somebody has it.
 */
export async function giveNameFree(email: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
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
