import type { RouteBody, LinkOffer, LinkProof, routes } from '@parvis/contract'
import { randomInt } from 'node:crypto'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'
import { drawSecret, fingerprint, linkMailKey, seal, unseal } from '../keys.ts'
import { endLinkOffers } from '../accounts.ts'
import { requirePassword } from '../passwords/password-hash.ts'
import { mailLater } from '../concurrency-limits.ts'
import { signChallenge } from '../second-factor/challenge.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { requireProof, type SecondFactorProof } from '../second-factor/proof.ts'
import { returnToBucket, isUnchecked, takeFrom, type TokenBucket } from '../throttle.ts'
import { linkIdentity } from './resolve-account.ts'
import type { IdentityClaims } from './claims.ts'
import { providerOf } from './clients.ts'

const offerMs = 15 * 60_000
const maxAttempts = { code: 5, password: 10 }
/** Rate limit of the offers of one identity for one account. Each offer allows five guesses. */
const offersOfIdentity: TokenBucket = { burst: 5, everyMs: 12 * 60_000 }
/** Rate limit of the wrong codes of one identity for one account, over all its offers. */
const guessesOfIdentity: TokenBucket = { burst: 10, everyMs: 6 * 60_000 }
/**
 * Rate limit of code mails to one account. Offers made before the next mail share the code of the last one. So a stranger's identities that claim the
 * address cannot flood the mailbox, nor prevent the owner from linking theirs: only the owner reads the code.
 */
const mailsOfAccount: TokenBucket = { burst: 1, everyMs: 15 * 60_000 }
/** Maximum number of guesses of one mailed code, over all the identities that share it. */
const maxGuessesOfCode = 200

type NewLinkOffer = { user_id: string; proof: LinkProof; email: string; browser_secret_hash: string; return_path: string }

/**
 * Stores the claims of an identity until the person proves that they own the account with its address. Mails a code when that is the proof.
 * @throws {AppError} `auth.too_many`
 */
export async function offerLink(
  context: Context,
  claims: IdentityClaims,
  { user_id, proof, email, browser_secret_hash, return_path }: NewLinkOffer,
): Promise<LinkOffer> {
  const { db } = context
  const now = context.now()
  const ticket = drawSecret()
  if (proof === 'code') await takeOrThrow(db, offersOfIdentity, identityKey('link', claims, user_id), now)
  const mailed = await inTransaction(db, async (trx) => {
    const { code, code_hash } = proof === 'code' ? await codeToMail(trx, user_id, now) : { code: null, code_hash: null }
    await trx
      .insertInto('identity_link')
      .values({
        ticket_hash: fingerprint(ticket),
        user_id,
        proof,
        code_hash,
        browser_secret_hash,
        provider: claims.provider,
        arrival: seal(context.secret, JSON.stringify(claims)),
        return_path,
        expires_at: new Date(now.getTime() + offerMs),
      })
      .execute()
    return code
  })
  const { label } = providerOf(context, claims.provider)
  if (mailed !== null) {
    mailLater(context, 'codes', 'mail of a linking code', async () => {
      const user = await db.selectFrom('app_user').select('email').where('id', '=', user_id).executeTakeFirst()
      const mail = user && { to: user.email, subject: 'Votre code pour relier votre compte', text: linkMailText(label, mailed) }
      // A mail that failed to send does not count towards the limit.
      if (mail)
        await context.mailer.send(mail).catch(async (error: unknown) => {
          await returnToBucket(db, mailsOfAccount, linkMailKey(user_id))
          throw error
        })
    })
  }
  return { ticket, proof, email, provider: label }
}

const identityKey = (use: string, { issuer, sub }: IdentityClaims, user_id: string): string =>
  `${use}:${user_id}:${fingerprint(`${issuer} ${sub}`).slice(0, 16)}`

/** Counts one use of a rate limit. @throws {AppError} `auth.too_many` */
async function takeOrThrow(db: Db, bucket: TokenBucket, key: string, now: Date): Promise<void> {
  if (!(await takeFrom(db, bucket, key, now))) throw new AppError('auth.too_many', { retryAfterSeconds: bucket.everyMs / 1_000 })
}

/**
 * Draws a code to mail. Within 15 minutes of the last mail, returns the hash of its code instead (`code` is then null). The bucket's row stays locked
 * until the caller's transaction ends, so that a simultaneous offer finds this code.
 * @throws {AppError} `auth.too_many` when that code is used up
 */
async function codeToMail(trx: Db, user_id: string, now: Date): Promise<{ code: string | null; code_hash: string }> {
  if (await takeFrom(trx, mailsOfAccount, linkMailKey(user_id), now)) {
    const code = drawCode()
    return { code, code_hash: fingerprint(code) }
  }
  const last = await trx
    .selectFrom('identity_link')
    .select('code_hash')
    .where('user_id', '=', user_id)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const code_hash = last?.code_hash ?? null
  if (code_hash === null || (await isUsedUp(trx, user_id, code_hash)))
    throw new AppError('auth.too_many', { retryAfterSeconds: mailsOfAccount.everyMs / 1_000 })
  return { code: null, code_hash }
}

async function isUsedUp(db: Db, user_id: string, code_hash: string): Promise<boolean> {
  const { guesses } = await db
    .selectFrom('identity_link')
    .select((eb) => eb.fn.sum<string>('attempts').as('guesses'))
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirstOrThrow()
  return Number(guesses ?? 0) > maxGuessesOfCode
}

/**
 * Links the identity of an offer to its account, once the person has given the proof and, if the account has a second factor, that too. The offer is
 * single-use and bound to the browser tab that received it. It ends after 5 attempts at a mailed code or 10 at a password; wrong ones also count in the
 * account's other limits. A proof that could not be checked is not counted. Linking by code ends the account's other offers.
 * @throws {AppError} `auth.arrival_expired`, `auth.link_code`, `auth.current_password`, `auth.second_factor_required`, what `requireProof` throws
 */
export async function proveLink(
  context: Context,
  { ticket, browser_secret, proof, code, passkey }: RouteBody<typeof routes.oidc.link>,
): Promise<{ claims: IdentityClaims; user_id: string; identity_id: string; return_path: string }> {
  const { db, secret } = context
  const ticket_hash = fingerprint(ticket)
  // Counted before the check, so that parallel guesses cannot exceed the limit.
  const offer = await db
    .updateTable('identity_link')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .where('browser_secret_hash', '=', fingerprint(browser_secret))
    .where('expires_at', '>', context.now().toISOString())
    .where((eb) => eb('attempts', '<', eb.case().when('proof', '=', 'code').then(maxAttempts.code).else(maxAttempts.password).end()))
    .returning(['user_id', 'proof', 'code_hash', 'arrival', 'return_path', 'provider'])
    .executeTakeFirst()
  const claimsJson = offer === undefined ? null : unseal(secret, offer.arrival)
  if (offer === undefined || claimsJson === null) throw new AppError('auth.arrival_expired')
  providerOf(context, offer.provider)
  if (offer.proof === 'password') {
    await requirePassword(context, offer.user_id, proof, 'proof').catch(async (error: unknown) => {
      // If the database is failing, its original error is the one to report.
      if (isUnchecked(error)) await uncountAttempt(db, ticket_hash).catch(() => {})
      throw error
    })
  } else {
    await requireMailedCode(context, JSON.parse(claimsJson) as IdentityClaims, offer, proof)
    await requireNoAdministrator(db, offer.user_id)
  }
  const hasFactor = await requireSecondFactor(context, offer.user_id, { code, passkey })
  const deletion = await db.deleteFrom('identity_link').where('ticket_hash', '=', ticket_hash).executeTakeFirst()
  if (deletion.numDeletedRows === 0n) throw new AppError('auth.arrival_expired')
  // The code links one identity: the other offers that share it end, and the next offer is mailed a new code at once.
  if (offer.proof === 'code') await endLinkOffers(db, offer.user_id)
  const claims = JSON.parse(claimsJson) as IdentityClaims
  const linkedAccount = await linkIdentity(context, claims, offer.user_id, offer.proof === 'password' || hasFactor)
  return { claims, ...linkedAccount, return_path: offer.return_path }
}

const uncountAttempt = (db: Db, ticket_hash: string) =>
  db
    .updateTable('identity_link')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .execute()

/**
 * Refuses an account that has become an administrator's since the offer: a new sign-in will ask for its password instead of a code.
 * @throws {AppError} `auth.arrival_expired`
 */
async function requireNoAdministrator(db: Db, user_id: string): Promise<void> {
  const account = await db.selectFrom('app_user').select(['is_admin', 'has_password']).where('id', '=', user_id).executeTakeFirst()
  if (account?.is_admin === true && account.has_password) throw new AppError('auth.arrival_expired')
}

/**
 * Checks the account's second factor, if it has one.
 * @returns whether it has one
 * @throws {AppError} `auth.second_factor_required` with a challenge when no proof is given, what `requireProof` throws
 */
async function requireSecondFactor(context: Context, user_id: string, proof: SecondFactorProof): Promise<boolean> {
  const user = await context.db.selectFrom('app_user').select(['second_factor_at', 'password_hash']).where('id', '=', user_id).executeTakeFirst()
  if (user === undefined || user.second_factor_at === null) return false
  if (proof.code === undefined && proof.passkey === undefined) {
    const challenge = await signChallenge(context, user_id, user.password_hash ?? '', 'link')
    throw new AppError('auth.second_factor_required', { challenge, factors: await factorsOf(context, user_id) })
  }
  await requireProof(context, user_id, proof)
  return true
}

type CodeOffer = { user_id: string; code_hash: string | null }

/**
 * Checks the mailed code that a person typed.
 * @throws {AppError} `auth.link_code`, `auth.too_many`, `auth.arrival_expired` when the code is used up
 */
async function requireMailedCode(context: Context, claims: IdentityClaims, { user_id, code_hash }: CodeOffer, typedCode: string): Promise<void> {
  const { db } = context
  const key = identityKey('link-guess', claims, user_id)
  await takeOrThrow(db, guessesOfIdentity, key, context.now())
  if (code_hash === null || (await isUsedUp(db, user_id, code_hash))) throw new AppError('auth.arrival_expired')
  if (fingerprint(typedCode.replaceAll(/[\s-]/g, '')) === code_hash) return returnToBucket(db, guessesOfIdentity, key)
  const { message } = new AppError('auth.link_code')
  throw new AppError('auth.link_code', { fields: { proof: message } })
}

/** Draws eight digits: an offer allows five guesses among a hundred million. */
const drawCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

function linkMailText(provider: string, code: string): string {
  return `Bonjour,

Quelqu’un vient de s’identifier par ${provider} avec votre adresse, qui a déjà un compte Parvis.
Si c’est vous, voici le code qui relie les deux\u00a0:

${code.slice(0, 4)} ${code.slice(4)}

Il vaut un quart d’heure, pour une seule connexion. Si ce n’est pas vous, ne le donnez à personne et prévenez votre administrateur\u00a0: votre compte ne change pas.
`
}
