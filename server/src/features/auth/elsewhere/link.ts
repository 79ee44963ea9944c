import type { Body, LinkOffer, LinkProof, routes } from '@parvis/contract'
import { randomInt } from 'node:crypto'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { drawSecret, fingerprint } from '../account-keys.ts'
import { requirePassword } from '../passwords/require-password.ts'
import { mailLater } from '../registration/mail-later.ts'
import { signChallenge } from '../second-factor/challenge.ts'
import { factorsOf } from '../second-factor/factors.ts'
import { requireProof, type Proof } from '../second-factor/proof.ts'
import { isUnchecked, takeFrom, type Bucket } from '../throttle.ts'
import { join } from './admit.ts'
import type { Arrival } from './arrival.ts'
import { providerOf } from './clients.ts'
import { seal, unseal } from '../seal.ts'

const offerMs = 15 * 60_000
const mostAttempts = { code: 5, password: 10 }
/**
 * Codes mailed to one account for one identity, and for all of them together: who has a few identities with its address does not keep its person from
 * theirs. Beyond, nothing is offered: each offer gives five guesses of its code, whether that leaves or not.
 */
const codesOfIdentity: Bucket = { burst: 5, everyMs: 12 * 60_000 }
const codesOfAccount: Bucket = { burst: 20, everyMs: 3 * 60_000 }

type Offered = { user_id: string; proof: LinkProof; email: string; browser_secret_hash: string; return_path: string }

/**
 * Keeps an arrival until the person has proved that the account with its address is theirs, and mails the code where that is the proof.
 * @throws {AppError} `auth.too_many`
 */
export async function offerLink(context: Context, arrival: Arrival, { user_id, proof, email, browser_secret_hash, return_path }: Offered): Promise<LinkOffer> {
  const { db } = context
  const now = context.now()
  const ticket = drawSecret()
  const code = proof === 'code' ? drawCode() : null
  if (code !== null) await takeCode(db, arrival, user_id, now)
  await db
    .insertInto('identity_link')
    .values({
      ticket_hash: fingerprint(ticket),
      user_id,
      proof,
      code_hash: code === null ? null : fingerprint(code),
      browser_secret_hash,
      provider: arrival.provider,
      arrival: seal(context.secret, JSON.stringify(arrival)),
      return_path,
      expires_at: new Date(now.getTime() + offerMs),
    })
    .execute()
  const { label } = providerOf(context, arrival.provider)
  if (code !== null) {
    mailLater(context, 'codes', 'mail of a linking code', async () => {
      const user = await db.selectFrom('app_user').select('email').where('id', '=', user_id).executeTakeFirst()
      if (user !== undefined) await context.mailer.send({ to: user.email, subject: 'Votre code pour relier votre compte', text: letter(label, code) })
    })
  }
  return { ticket, proof, email, provider: label }
}

/** @throws {AppError} `auth.too_many` */
async function takeCode(db: Db, { issuer, sub }: Arrival, user_id: string, now: Date): Promise<void> {
  const take = async (bucket: Bucket, key: string) => {
    if (!(await takeFrom(db, bucket, key, now))) throw new AppError('auth.too_many', { retryAfterSeconds: bucket.everyMs / 1_000 })
  }
  await take(codesOfIdentity, `link:${user_id}:${fingerprint(`${issuer} ${sub}`).slice(0, 16)}`)
  await take(codesOfAccount, `link:${user_id}`)
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
    requireMailedCode(offer.code_hash, proof)
    await requireNoAdministrator(db, offer.user_id)
  }
  const hasFactor = await requireSecondFactor(context, offer.user_id, { code, passkey })
  const used = await db.deleteFrom('identity_link').where('ticket_hash', '=', ticket_hash).executeTakeFirst()
  if (used.numDeletedRows === 0n) throw new AppError('auth.arrival_expired')
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

function requireMailedCode(code_hash: string | null, typed: string): void {
  if (fingerprint(typed.replaceAll(/[\s-]/g, '')) === code_hash) return
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

Il vaut un quart d’heure. Si ce n’est pas vous, ne le donnez à personne et prévenez votre administrateur\u00a0: votre compte ne change pas.
`
}
