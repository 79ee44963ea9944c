import { isPagePath } from '@parvis/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '../errors/app-error.ts'
import { answerError } from './error-handler.ts'

const nonceMark = '__NONCE__'

/** The policy of every page: nothing but our own origin, no inline script, styles only with this answer's nonce. */
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

/** What a page answer needs, whoever renders the HTML. */
export function sendPage(reply: FastifyReply, html: string, csp = true): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  if (csp) reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
  return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store').send(html.replaceAll(nonceMark, nonce))
}

/**
 * Serves the built web application: hashed assets for a year, every other address that a browser asks as a page gets the
 * application itself (with the status 404 where it has no such page), anything else a 404.
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

/** A navigation, and not a probe for a file (`/.env`, `/x.php`) nor a call of the interface. */
export function isPageRequest(request: FastifyRequest): boolean {
  const pathname = pathOf(request)
  if (!['GET', 'HEAD'].includes(request.method) || pathname === '/api' || pathname.startsWith('/api/')) return false
  return !/\.|\/\/|%2e|\\/i.test(pathname.replace(/^\/reset-password\/[^/]*$/, ''))
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = answerError(new AppError('request.not_found'), request.id)
  return reply.code(status).header('Cache-Control', 'no-store').send(body)
}
