import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isPageRequest, sendNotFound, sendPage } from './serve-web.ts'

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
