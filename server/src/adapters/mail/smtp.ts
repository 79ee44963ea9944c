import { createTransport } from 'nodemailer'
import { headers } from './message.ts'
import type { Mailer } from './port.ts'

/** A relay that says nothing must not hold the queue of mails: all three in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends through the relay of `url` (`smtps://`, or `smtp://` which encrypts as soon as the relay offers it). */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...timeouts })
  return {
    kind: 'smtp',
    async send(mail) {
      await transport.sendMail(headers(from, mail))
    },
    close: async () => transport.close(),
  }
}
