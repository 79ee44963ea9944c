import { readdir, readFile, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { freshFolder } from '../../testing/folder.ts'
import { silentLog, type Log } from '../log.ts'
import { createMailer } from './mailer.ts'
import type { Mail, Mailer } from './port.ts'

const from = 'Parvis <parvis@mairie.exemple.fr>'
const mail: Mail = {
  to: 'claire@exemple.fr',
  subject: 'Réinitialisation de votre mot de passe',
  text: `Bonjour été\n\nhttp://parvis.test/reset-password/${'x'.repeat(43)}\n`,
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const dir = path.join(freshFolder('mail'), 'outbox')

function outbox(): { mailer: Mailer; lines: string[] } {
  const lines: string[] = []
  const keep = (facts: object, sentence: string) => void lines.push(JSON.stringify(facts) + sentence)
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
  return { mailer: createMailer({ kind: 'outbox', dir, from }, log), lines }
}

/** A relay that does not encrypt. @returns its port */
async function openRelay(conduct: SMTPServerOptions): Promise<number> {
  const relay = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...conduct })
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => relay.close(() => resolve())))
  return (relay.server.address() as AddressInfo).port
}

function mailerTo(relay: string): Mailer {
  const mailer = createMailer({ kind: 'smtp', url: `smtp://${relay}`, from }, silentLog)
  closing.push(() => mailer.close())
  return mailer
}

test('without a relay, a mail is a file that a mail program reads, for its owner only', async () => {
  const { mailer, lines } = outbox()
  await mailer.send(mail)
  const [name, ...others] = await readdir(dir)
  expect(others).toEqual([])
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT.*Z-claire@exemple\.fr\.eml$/)
  const file = path.join(dir, name!)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const parsed = await PostalMime.parse(await readFile(file))
  expect(parsed.subject).toBe(mail.subject)
  expect(parsed.from).toEqual({ name: 'Parvis', address: 'parvis@mairie.exemple.fr' })
  expect(parsed.to).toEqual([{ name: '', address: mail.to }])
  expect(parsed.text?.replaceAll('\r\n', '\n')).toBe(mail.text)
  expect(await readFile(file, 'utf8')).toContain(`\r\nhttp://parvis.test/reset-password/${'x'.repeat(43)}\r\n`)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(name)
  expect(lines[0]).not.toContain('reset-password')
})

test('mails of one instant to one person do not replace each other, and a name never leaves the folder', async () => {
  const { mailer } = outbox()
  await Promise.all([1, 2, 3].map(() => mailer.send({ ...mail, to: '../../etc/x@exemple.fr' })))
  const names = await readdir(dir)
  expect(names).toHaveLength(3)
  for (const name of names) expect(name).toMatch(/^[\w.@+-]+\.eml$/)
})

test('whoever is forgotten, or held, is known by their whole address, even one that ends in a hyphen and digits', async () => {
  const { mailer } = outbox()
  const [town, other] = ['accueil@mairie-75', 'accueil@mairie']
  await Promise.all([town, town, other].map((to) => mailer.send({ ...mail, to })))
  const left = async () => (await readdir(dir)).filter((name) => name.includes('accueil')).length
  const later = new Date(Date.now() + 60_000)
  expect((await mailer.storedMails!.purge(later, [town], false)).held).toBe(2)
  await mailer.storedMails!.deleteMailsTo(other)
  expect(await left()).toBe(2)
  await mailer.storedMails!.deleteMailsTo(town)
  expect(await left()).toBe(0)
})

test('with a relay, a mail reaches it whole', async () => {
  const received: { to: string[]; message: Promise<Buffer> }[] = []
  const port = await openRelay({
    onData(stream, session, done) {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message: buffer(stream) })
      stream.on('end', () => done())
    },
  })
  await mailerTo(`127.0.0.1:${port}`).send(mail)
  expect(received).toHaveLength(1)
  expect(received[0]!.to).toEqual([mail.to])
  const parsed = await PostalMime.parse(await received[0]!.message)
  expect(parsed.subject).toBe(mail.subject)
  expect(parsed.text?.replaceAll('\r\n', '\n')).toBe(mail.text)
})

test('a relay that refuses rejects: the caller decides what the person must know', async () => {
  const port = await openRelay({ onRcptTo: (_address, _session, done) => done(new Error('unknown')) })
  await expect(mailerTo(`127.0.0.1:${port}`).send(mail)).rejects.toMatchObject({ responseCode: 550 })
})

test('a relay elsewhere that does not encrypt is told nothing, unless the setting says so', async () => {
  let received = 0
  const port = await openRelay({ onMailFrom: (_address, _session, done) => done(void (received += 1)) })
  // Another name of this machine, which the mailer does not know for one.
  const through = (query: string) => mailerTo(`0.0.0.0:${port}${query}`).send(mail)
  await expect(through('')).rejects.toMatchObject({ code: 'ETLS' })
  expect(received).toBe(0)
  await through('?requireTLS=false')
  expect(received).toBe(1)
})
