import { hash, verify } from '@node-rs/argon2'
import type { Context, PasswordCost, Caller } from '../../../context.ts'
import { signInLimitsOf } from '../concurrency-limits.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { attempt } from '../throttle.ts'

/** Argon2id with the first parameter set recommended by OWASP; 19 MiB per hash in progress. */
const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const costOf = (context: Context): PasswordCost => context.passwordCost ?? recommendedCost

// Hash of bytes that were never stored: verifying against it always fails, and takes the same time as with a real one.
const dummyHash = ({ memoryCost, timeCost, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$Oj7eJ3W599n+7LrWwj3J1Q$bN/Z5KWtPJnr5YFiLiuDS2B0iKAxLM1Nr3Sa1OwOifU`

/** Hashes a password exactly as typed: never trimmed, folded or cut (trust case AUT-02). */
export function hashPassword(context: Context, password: string): Promise<string> {
  return signInLimitsOf(context).hashing.run(() => hash(password, costOf(context)))
}

/** Verifies a password. A null hash stands for an account that does not exist: the result is false after the same work (trust case AUT-06). */
export async function verifyPassword(context: Context, password_hash: string | null, password: string): Promise<boolean> {
  const isSame = await signInLimitsOf(context).hashing.run(() => verify(password_hash ?? dummyHash(costOf(context)), password))
  return isSame && password_hash !== null
}

/**
 * Checks the password of an account again (step-up) and returns its verified hash. Failures have a count apart from sign-ins.
 * @param field request field to which a wrong password is attributed
 * @throws {AppError} `auth.no_password`, `auth.current_password`, `auth.locked`
 */
export async function requirePassword(context: Context, user_id: string, password: string, field: string): Promise<string> {
  const user = await context.db.selectFrom('app_user').select('password_hash').where('id', '=', user_id).executeTakeFirst()
  const password_hash = user?.password_hash ?? null
  if (password_hash === null) throw new AppError('auth.no_password')
  if (!(await attempt(context, `change:${user_id}`, () => verifyPassword(context, password_hash, password)))) throw wrongPassword(field)
  return password_hash
}

/** Age in milliseconds up to which a sign-in counts as recent: the time to read what is about to be deleted. */
const recentMs = 10 * 60_000

/**
 * Re-authenticates the caller: by the password or, for an account without one, by a recent sign-in through a provider.
 * @throws {AppError} `auth.sign_in_again`, what `requirePassword` throws
 */
export async function reauthenticate(context: Context, caller: Caller, password: string | undefined): Promise<void> {
  if (caller.has_password) {
    await requirePassword(context, caller.id, password ?? '', 'password')
    return
  }
  const { created_at } = await context.db.selectFrom('session').select('created_at').where('id', '=', caller.session_id).executeTakeFirstOrThrow()
  if (context.now().getTime() - Date.parse(created_at) > recentMs) throw new AppError('auth.sign_in_again')
}

export function wrongPassword(field: string): AppError {
  const { message } = new AppError('auth.current_password')
  return new AppError('auth.current_password', { fields: { [field]: message } })
}
