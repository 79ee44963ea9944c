import type { Transporter } from 'nodemailer'
import { headers } from './message.ts'
import type { Mailer } from './port.ts'

/** A relay that says nothing must not hold the queue of mails: all three in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends through the relay of `url`: `smtps://`, or `smtp://`, which must then encrypt by STARTTLS (RFC 3207) before anything is
 * said. A relay of this machine is trusted without; elsewhere, who has none to encrypt says it: `?requireTLS=false`.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const relay = { url: withTls(url), ...timeouts }
  // A start has no mail to send: the library comes with the first.
  let opened: Promise<Transporter> | undefined
  return {
    kind: 'smtp',
    async send(mail) {
      const transport = await (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(relay)))
      await transport.sendMail(headers(from, mail))
    },
    close: async () => void (await opened)?.close(),
  }
}

/** Without it, whoever stands between the two could take the offer to encrypt away, and read the links. */
function withTls(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'smtp:' && !isLoopback(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
