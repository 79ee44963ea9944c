import type { Mail } from './port.ts'

/**
 * The mail as a whole: an RFC 5322 message, headers encoded, lines ended by CRLF. Its text is left as it is, so that a link stays on
 * one line for whoever reads the file without a mail program.
 */
export async function composeMessage(from: string, mail: Mail, date: Date): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ ...headers(from, mail), date })
  const composed = (message as Buffer).toString('utf8')
  const head = composed.slice(0, composed.indexOf('\r\n\r\n')).replace(/^Content-Transfer-Encoding:.*$/m, 'Content-Transfer-Encoding: 8bit')
  return Buffer.from(`${head}\r\n\r\n${mail.text.replace(/\r?\n/g, '\r\n')}`)
}

/** No attachment, no HTML, nothing read from a file or an address: only these fields exist. */
export function headers(from: string, { to, subject, text }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true }
}
