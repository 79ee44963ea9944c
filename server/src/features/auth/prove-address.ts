import type { PasswordWeakness } from '@parvis/contract'
import { randomBytes } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { accountKey, fingerprint } from './account-keys.ts'
import { gatesOf } from './gates.ts'
import { addressKey, takeFrom } from './throttle.ts'
import type { Bucket } from './throttle.ts'

const linkLifeMs = 60 * 60_000
const requestLifeMs = 24 * 60 * 60_000
/** Mails to one address, and links asked for again from one network address. Beyond, the answer is the same and no mail leaves. */
const mailsOfAddress: Bucket = { burst: 5, everyMs: 12 * 60_000 }
const demandsOfNetwork: Bucket = { burst: 100, everyMs: 10_000 }

export type Request = {
  username: string
  email: string
  first_name: string
  last_name: string
  password_hash: string
  password_weakness: PasswordWeakness | null
}

/**
 * Keeps a registration until its address is proved, and mails the link; to an address that has an account, it says so instead. All of it
 * after the answer, which is the same in both cases (trust case AUT-06).
 */
export function askProof(context: Context, request: Request): void {
  later(context, async () => {
    const { db } = context
    const now = context.now()
    const email_key = accountKey(request.email)
    if (!(await takeFrom(db, mailsOfAddress, `register:${fingerprint(email_key)}`, now))) return
    const known = await db.selectFrom('app_user').select('username').where('email_key', '=', email_key).executeTakeFirst()
    if (known !== undefined) {
      await context.mailer.send({ to: request.email, subject: 'Vous avez déjà un compte', text: knownLetter(context, known.username) })
      return
    }
    const token = drawToken()
    await db
      .insertInto('registration')
      .values({
        ...request,
        email_key,
        token_hash: fingerprint(token),
        created_at: now,
        link_expires_at: after(now, linkLifeMs),
        expires_at: after(now, requestLifeMs),
      })
      .execute()
    await context.mailer.send({ to: request.email, subject: 'Confirmez votre adresse', text: letter(context, request, token) })
  })
}

/** Mails another link for the latest request of an address, if there is one: the link before serves no more. After the answer. */
export function askProofAgain(context: Context, email: string, ip: string): void {
  later(context, async () => {
    const { db } = context
    const now = context.now()
    if (!(await takeFrom(db, demandsOfNetwork, `register-again:${addressKey(ip)}`, now))) return
    const email_key = accountKey(email)
    if (!(await takeFrom(db, mailsOfAddress, `register:${fingerprint(email_key)}`, now))) return
    const token = drawToken()
    const latest = db
      .selectFrom('registration')
      .select('id')
      .where('email_key', '=', email_key)
      .where('expires_at', '>', now.toISOString())
      .orderBy('created_at', 'desc')
      .limit(1)
    const request = await db
      .updateTable('registration')
      .set({ token_hash: fingerprint(token), link_expires_at: after(now, linkLifeMs) })
      .where('id', '=', latest)
      .returning(['email', 'username', 'first_name'])
      .executeTakeFirst()
    if (request === undefined) return
    await context.mailer.send({ to: request.email, subject: 'Confirmez votre adresse', text: letter(context, request, token) })
  })
}

/** The request that a mailed link belongs to. @throws {AppError} `auth.registration_link` for any link that is not good */
export async function findRequest({ db, now }: Context, token: string) {
  const request = await db
    .selectFrom('registration')
    .selectAll()
    .where('token_hash', '=', fingerprint(token))
    .where('link_expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (request === undefined) throw new AppError('auth.registration_link')
  return request
}

const drawToken = (): string => randomBytes(32).toString('base64url')
const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

function later(context: Context, work: () => Promise<void>): void {
  const tell = (error: unknown) => {
    context.log.warn({ reason: (error as { code?: unknown }).code ?? 'unknown' }, 'registration mail not sent')
  }
  gatesOf(context)
    .mailing.run(() => work().catch(tell))
    .catch(tell)
}

function letter(context: Context, { first_name, username }: { first_name: string; username: string }, token: string): string {
  return `Bonjour ${first_name || username},

Un compte Parvis (${username}) vient d’être demandé avec votre adresse. Pour l’ouvrir, suivez ce lien dans l’heure,
avec le mot de passe que vous avez choisi\u00a0:

${context.publicUrl()}/register/${token}

Le lien ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message\u00a0: aucun compte ne sera créé.
`
}

function knownLetter(context: Context, username: string): string {
  return `Bonjour,

Une inscription à Parvis vient d’être demandée avec votre adresse, qui a déjà un compte (${username}).
Si c’était vous, connectez-vous, ou choisissez un nouveau mot de passe si vous avez oublié le vôtre\u00a0:

${context.publicUrl()}/forgot-password

Si vous n’avez rien demandé, ignorez ce message\u00a0: rien n’a changé.
`
}
