import { createTransport } from 'nodemailer'
import type { Mail } from './port.ts'

// As is, so that a link stays on one line for whoever reads the file without a mail program.
const eightBit = { 'Content-Transfer-Encoding': '8bit' }

/** The mail as a whole: an RFC 5322 message, headers encoded, lines ended by CRLF. */
export async function composeMessage(from: string, mail: Mail, date: Date): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ ...headers(from, mail), date, headers: eightBit })
  return message as Buffer
}

/** No attachment, no HTML, nothing read from a file or an address: only these fields exist. */
export function headers(from: string, { to, subject, text }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true }
}
