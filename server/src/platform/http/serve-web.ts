import { isPagePath } from '@parvis/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '../errors/app-error.ts'
import { answerError } from './error-handler.ts'

const nonceMark = '__NONCE__'

/** Content security policy of pages: only our own origin, no inline script, inline styles only with the nonce of the answer. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Sends a page with its headers; sets the nonce in the HTML. @param csp false to leave the content security policy out */
function sendPage(reply: FastifyReply, html: string, csp = true): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  if (csp) reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html.replaceAll(nonceMark, nonce))
}

/**
 * Serves the built web application. Hashed assets are cached for a year. Any address requested as a page gets the application, with status 404 where it
 * has no such page; anything else gets a 404.
 */
export async function serveWeb(app: FastifyInstance, dist: string): Promise<void> {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    serveDotFiles: false,
    preCompressed: true,
    wildcard: false,
    setHeaders: (response, file) => {
      response.header('Cache-Control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) return sendNotFound(request, reply)
    return sendPage(reply.code(isPagePath(pathOf(request)) ? 200 : 404), html)
  })
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? ''

/** Whether a request is a page navigation, not a probe for a file (`/.env`, `/x.php`) nor an API call. */
function isPageRequest(request: FastifyRequest): boolean {
  const pathname = pathOf(request)
  if (!['GET', 'HEAD'].includes(request.method) || pathname === '/api' || pathname.startsWith('/api/')) return false
  return !/\.|\/\/|%2e|\\/i.test(pathname.replace(/^\/reset-password\/[^/]*$/, ''))
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = answerError(new AppError('request.not_found'), request.id)
  return reply.code(status).header('Cache-Control', 'no-store').send(body)
}

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

/** Serves the web application from its sources with hot reload, in the same process and on the same port. */
export async function serveDev(app: FastifyInstance, webRoot: string): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: webRoot,
    // Vite would bundle its configuration into a file next to it, and writing that file restarts a watched server again and again.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request) && (request.headers.accept ?? '').includes('text/html')) {
      const html = readFileSync(path.join(webRoot, 'index.html'), 'utf8')
      return sendPage(reply, await vite.transformIndexHtml(request.url, html), false)
    }
    if (request.url.startsWith('/api/')) return sendNotFound(request, reply)
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404
      reply.raw.end()
    })
    return reply
  })
}
