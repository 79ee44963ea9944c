import type { Transporter } from 'nodemailer'
import type { Mailer, Mail } from './port.ts'

/** Timeouts of the relay, in milliseconds, so that a silent one does not block the mails. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Creates a mailer for the relay at `url`: `smtps://`, or `smtp://` with STARTTLS required (RFC 3207) before any content. STARTTLS is not required of a
 * relay on this machine, nor with `?requireTLS=false`.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const relay = { url: withTls(url), ...timeouts }
  // Loaded with the first mail, as no mail is sent at start.
  let opened: Promise<Transporter> | undefined
  return {
    kind: 'smtp',
    async send(mail) {
      const transport = await (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(relay)))
      await transport.sendMail(mailOptions(from, mail))
    },
    close: async () => void (await opened)?.close(),
  }
}

/** Adds `requireTLS`: otherwise an attacker on the network could remove the STARTTLS offer and read the links. */
function withTls(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'smtp:' && !isLoopback(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

/** Returns the options of nodemailer: no attachment, no HTML, and no access to files or URLs. */
export function mailOptions(from: string, { to, subject, text }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true }
}
