import type { FastifyInstance } from 'fastify'

/** Validity of the file, in days: RFC 9116 recommends less than a year. */
const validDays = 90

/**
 * Serves the contact for vulnerability reports, `/.well-known/security.txt` (RFC 9116).
 * @param contact a `mailto:` or `https:` address
 */
export function serveSecurityTxt(app: FastifyInstance, contact: string, publicUrl: string | null, now: () => Date): void {
  const path = '/.well-known/security.txt'
  app.get(path, async (_request, reply) => {
    const expires = new Date(now().getTime() + validDays * 86_400_000)
    const lines = [`Contact: ${contact}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: fr']
    if (publicUrl !== null) lines.push(`Canonical: ${publicUrl}${path}`)
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(`${lines.join('\n')}\n`)
  })
}
