import type { Transporter } from 'nodemailer'
import { type Mailer, mailOptions } from './port.ts'
import type { Log } from '../log.ts'
import type { Config } from '../config/config.ts'
import { createOutbox } from './outbox.ts'

/** Timeouts of the relay, in milliseconds, so that a silent one does not block the mails. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Creates a mailer for the relay at `url`: `smtps://`, or `smtp://` with STARTTLS required (RFC 3207) before any content. STARTTLS is not required of a
 * relay on this machine, nor with `?requireTLS=false`.
 */
function createSmtpMailer(url: string, from: string): Mailer {
  const relay = { url: withTls(url), ...timeouts }
  // Loaded with the first mail, as no mail is sent at start.
  let transporter: Promise<Transporter> | undefined
  return {
    kind: 'smtp',
    async send(mail) {
      const transport = await (transporter ??= import('nodemailer').then(({ createTransport }) => createTransport(relay)))
      await transport.sendMail(mailOptions(from, mail))
    },
    close: async () => void (await transporter)?.close(),
  }
}

/** Adds `requireTLS`: otherwise an attacker on the network could remove the STARTTLS offer and read the links. */
function withTls(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'smtp:' && !isLoopback(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

export function createMailer(config: Config['mail'], log: Log): Mailer {
  return config.kind === 'smtp' ? createSmtpMailer(config.url, config.from) : createOutbox(config.dir, config.from, log)
}
