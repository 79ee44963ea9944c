import type { Mail } from './port.ts'

/**
 * Composes a mail as an RFC 5322 message, with encoded headers and CRLF line ends. The text is not re-encoded, so that a link stays on one line for a
 * person who reads the file without a mail program.
 */
export async function composeMessage(from: string, mail: Mail, date: Date): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ ...mailOptions(from, mail), date })
  const composed = (message as Buffer).toString('utf8')
  const head = composed.slice(0, composed.indexOf('\r\n\r\n')).replace(/^Content-Transfer-Encoding:.*$/m, 'Content-Transfer-Encoding: 8bit')
  return Buffer.from(`${head}\r\n\r\n${mail.text.replace(/\r?\n/g, '\r\n')}`)
}

/** Returns the options of nodemailer: no attachment, no HTML, and no access to files or URLs. */
export function mailOptions(from: string, { to, subject, text }: Mail) {
  return { from, to: { name: '', address: to }, subject, text, disableFileAccess: true, disableUrlAccess: true }
}
