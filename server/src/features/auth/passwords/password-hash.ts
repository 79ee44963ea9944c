import { hash, verify } from '@node-rs/argon2'
import type { Context, PasswordCost } from '../../../context.ts'
import { signInLimitsOf } from '../concurrency-limits.ts'

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
  const same = await signInLimitsOf(context).hashing.run(() => verify(password_hash ?? dummyHash(costOf(context)), password))
  return same && password_hash !== null
}
