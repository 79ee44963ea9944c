import type { Body, LinkOffer, LinkProof, routes } from '@parvis/contract'
import { randomInt } from 'node:crypto'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { inTransaction } from '../../../platform/db/run-again.ts'
import { drawSecret, fingerprint, linkMailKey } from '../account-keys.ts'
import { endLinkOffers } from '../accounts.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { mailLater } from '../registration/mail-later.ts'
import { signChallenge } from '../second-factor/challenge.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { requireProof, type Proof } from '../second-factor/proof.ts'
import { giveBack, isUnchecked, takeFrom, type Bucket } from '../throttle.ts'
import { join } from './admit.ts'
import type { Arrival } from './arrival.ts'
import { providerOf } from './clients.ts'
import { seal, unseal } from '../seal.ts'

const offerMs = 15 * 60_000
const mostAttempts = { code: 5, password: 10 }
/** Offers of one identity to join one account: each gives five guesses. */
const offersOfIdentity: Bucket = { burst: 5, everyMs: 12 * 60_000 }
/** Wrong codes of one identity for one account, over all its offers. */
const guessesOfIdentity: Bucket = { burst: 10, everyMs: 6 * 60_000 }
/**
 * Mails with a code to one account. Every offer made meanwhile takes the code of the last mail: identities of a stranger that claim the address neither
 * fill the letter box nor keep its owner from joining theirs, since the owner alone reads the code.
 */
const mailsOfAccount: Bucket = { burst: 1, everyMs: 15 * 60_000 }
/** Guesses of one mailed code, over all the identities that were offered it. */
const maxGuessesOfCode = 200

type Offered = { user_id: string; proof: LinkProof; email: string; browser_secret_hash: string; return_path: string }

/**
 * Keeps an arrival until the person has proved that the account with its address is theirs, and mails the code where that is the proof.
 * @throws {AppError} `auth.too_many`
 */
export async function offerLink(context: Context, arrival: Arrival, { user_id, proof, email, browser_secret_hash, return_path }: Offered): Promise<LinkOffer> {
  const { db } = context
  const now = context.now()
  const ticket = drawSecret()
  if (proof === 'code') await take(db, offersOfIdentity, identityKey('link', arrival, user_id), now)
  const mailed = await inTransaction(db, async (trx) => {
    const { code, code_hash } = proof === 'code' ? await codeFor(trx, user_id, now) : { code: null, code_hash: null }
    await trx
      .insertInto('identity_link')
      .values({
        ticket_hash: fingerprint(ticket),
        user_id,
        proof,
        code_hash,
        browser_secret_hash,
        provider: arrival.provider,
        arrival: seal(context.secret, JSON.stringify(arrival)),
        return_path,
        expires_at: new Date(now.getTime() + offerMs),
      })
      .execute()
    return code
  })
  const { label } = providerOf(context, arrival.provider)
  if (mailed !== null) {
    mailLater(context, 'codes', 'mail of a linking code', async () => {
      const user = await db.selectFrom('app_user').select('email').where('id', '=', user_id).executeTakeFirst()
      const mail = user && { to: user.email, subject: 'Votre code pour relier votre compte', text: letter(label, mailed) }
      // A mail that did not leave keeps nobody from the next one.
      if (mail)
        await context.mailer.send(mail).catch(async (error: unknown) => {
          await giveBack(db, mailsOfAccount, linkMailKey(user_id))
          throw error
        })
    })
  }
  return { ticket, proof, email, provider: label }
}

const identityKey = (use: string, { issuer, sub }: Arrival, user_id: string): string => `${use}:${user_id}:${fingerprint(`${issuer} ${sub}`).slice(0, 16)}`

/** @throws {AppError} `auth.too_many` */
async function take(db: Db, bucket: Bucket, key: string, now: Date): Promise<void> {
  if (!(await takeFrom(db, bucket, key, now))) throw new AppError('auth.too_many', { retryAfterSeconds: bucket.everyMs / 1_000 })
}

/**
 * Draws a code to be mailed or, within a quarter of an hour of the last mail, gives the hash of the one that was mailed (`code` is then null). The row of
 * the bucket stays locked until the caller's transaction ends: an offer made at the same instant finds this one's code.
 * @throws {AppError} `auth.too_many` where that code is used up
 */
async function codeFor(trx: Db, user_id: string, now: Date): Promise<{ code: string | null; code_hash: string }> {
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
 * Joins the identity that waits to its account, for the tab that left and the right proof, and a code or a passkey where the account asks for one: a
 * new way in is no way around it. Five tries of a mailed code end the offer, ten of a password; wrong passwords and codes are counted with those of the account's other checks. A password that
 * nothing could check is no try.
 * @throws {AppError} `auth.arrival_expired`, `auth.link_code`, `auth.current_password`, `auth.second_factor_required`, what
 * `requireProof` throws
 */
export async function proveLink(
  context: Context,
  { ticket, browser_secret, proof, code, passkey }: Body<typeof routes.elsewhere.link>,
): Promise<{ arrival: Arrival; user_id: string; identity_id: string; return_path: string }> {
  const { db, secret } = context
  const ticket_hash = fingerprint(ticket)
  // Counted before it is looked at: parallel guesses do not outrun the count.
  const offer = await db
    .updateTable('identity_link')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .where('browser_secret_hash', '=', fingerprint(browser_secret))
    .where('expires_at', '>', context.now().toISOString())
    .where((eb) => eb('attempts', '<', eb.case().when('proof', '=', 'code').then(mostAttempts.code).else(mostAttempts.password).end()))
    .returning(['user_id', 'proof', 'code_hash', 'arrival', 'return_path', 'provider'])
    .executeTakeFirst()
  const kept = offer === undefined ? null : unseal(secret, offer.arrival)
  if (offer === undefined || kept === null) throw new AppError('auth.arrival_expired')
  providerOf(context, offer.provider)
  if (offer.proof === 'password') {
    await requirePassword(context, offer.user_id, proof, 'proof').catch(async (error: unknown) => {
      // Where the database is what fails, its error is the one to tell.
      if (isUnchecked(error)) await takeBackAttempt(db, ticket_hash).catch(() => {})
      throw error
    })
  } else {
    await requireMailedCode(context, JSON.parse(kept) as Arrival, offer, proof)
    await requireNoAdministrator(db, offer.user_id)
  }
  const hasFactor = await requireSecondFactor(context, offer.user_id, { code, passkey })
  const used = await db.deleteFrom('identity_link').where('ticket_hash', '=', ticket_hash).executeTakeFirst()
  if (used.numDeletedRows === 0n) throw new AppError('auth.arrival_expired')
  // The code joins one identity: the other offers that share it end, and the next one is mailed at once.
  if (offer.proof === 'code') await endLinkOffers(db, offer.user_id)
  const arrival = JSON.parse(kept) as Arrival
  const known = await join(context, arrival, offer.user_id, offer.proof === 'password' || hasFactor)
  return { arrival, ...known, return_path: offer.return_path }
}

const takeBackAttempt = (db: Db, ticket_hash: string) =>
  db
    .updateTable('identity_link')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('ticket_hash', '=', ticket_hash)
    .execute()

/** The account may administer since the offer was made: its password is then asked for, by another arrival. @throws {AppError} `auth.arrival_expired` */
async function requireNoAdministrator(db: Db, user_id: string): Promise<void> {
  const account = await db.selectFrom('app_user').select(['is_admin', 'has_password']).where('id', '=', user_id).executeTakeFirst()
  if (account?.is_admin === true && account.has_password) throw new AppError('auth.arrival_expired')
}

/** @returns whether the account has one */
async function requireSecondFactor(context: Context, user_id: string, proof: Proof): Promise<boolean> {
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

/** @throws {AppError} `auth.link_code`, `auth.too_many`, `auth.arrival_expired` where the code is used up */
async function requireMailedCode(context: Context, arrival: Arrival, { user_id, code_hash }: CodeOffer, typed: string): Promise<void> {
  const { db } = context
  const key = identityKey('link-guess', arrival, user_id)
  await take(db, guessesOfIdentity, key, context.now())
  if (code_hash === null || (await isUsedUp(db, user_id, code_hash))) throw new AppError('auth.arrival_expired')
  if (fingerprint(typed.replaceAll(/[\s-]/g, '')) === code_hash) return giveBack(db, guessesOfIdentity, key)
  const { message } = new AppError('auth.link_code')
  throw new AppError('auth.link_code', { fields: { proof: message } })
}

/** Eight digits: five guesses in a hundred million. */
const drawCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

function letter(provider: string, code: string): string {
  return `Bonjour,

Quelqu’un vient de s’identifier par ${provider} avec votre adresse, qui a déjà un compte Parvis.
Si c’est vous, voici le code qui relie les deux\u00a0:

${code.slice(0, 4)} ${code.slice(4)}

Il vaut un quart d’heure, pour une seule connexion. Si ce n’est pas vous, ne le donnez à personne et prévenez votre administrateur\u00a0: votre compte ne change pas.
`
}
