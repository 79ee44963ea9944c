import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { describeInstance } from './describe-instance.ts'
import { openApiDocument } from './openapi.ts'

const { instance } = routes

const readyTimeoutMs = 2_000

export const instanceHandlers: RouteHandler[] = [
  handle(instance.info, ({ context }) => describeInstance(context)),

  handle(instance.health, async () => ({ status: 'ok' as const })),

  handle(instance.ready, async ({ context, setStatus }) => {
    const isDatabaseUp = sql`select 1`.execute(context.db).then(
      () => true,
      () => false,
    )
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), readyTimeoutMs).unref())
    if (context.replies.isStopping() || !(await Promise.race([isDatabaseUp, late]))) {
      setStatus(503)
      return { status: 'unavailable' as const }
    }
    // Without files, conversations go on: a proxy must not take the instance away.
    return { status: 'ok' as const, ...(!(await context.blobs.isUp()) && { files: 'unavailable' as const }) }
  }),

  handle(instance.metrics, async ({ context }) => {
    if (context.metrics === undefined) throw new AppError('request.not_found')
    return context.metrics.text()
  }),

  handle(instance.openapi, async () => openApiDocument()),
]
