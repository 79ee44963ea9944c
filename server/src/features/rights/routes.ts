import { routes } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { dayInParis } from '../../platform/paris.ts'
import { audited } from '../../audit/audited.ts'
import { reauthenticate } from '../auth/passwords/password-hash.ts'
import { takeFrom } from '../auth/throttle.ts'
import { eraseAccount } from './erase-account.ts'
import { exportOwnData } from './export-own-data.ts'
import { holdingsOf } from './holdings.ts'

const { rights } = routes

/** Rate limit of data copies, which read everything about a person: 5 at once, then one every ten minutes. */
const copyLimit = { burst: 5, everyMs: 600_000 }

export const rightsHandlers: RouteHandler[] = [
  handle(rights.holdings, ({ context, caller }) => holdingsOf(context.db, caller.id)),

  handle(rights.userHoldings, ({ context, params }) => holdingsOf(context.db, params.id)),

  handle(rights.download, (call) =>
    audited(
      call,
      'rights.export',
      async () => {
        const { context, caller } = call
        if (!(await takeFrom(context.db, copyLimit, `export:${caller.id}`, context.now()))) throw new AppError('request.too_many', { retryAfterSeconds: 600 })
        const filename = `parvis-mes-donnees-${dayInParis(context.now())}.zip`
        return { content: await exportOwnData(context, caller), filename, media_type: 'application/zip', size: null }
      },
      call.caller.id,
    ),
  ),

  handle(rights.deleteOwnAccount, async (call) => {
    const { context, caller, body } = call
    await audited(
      call,
      'rights.delete_account',
      async () => {
        await reauthenticate(context, caller, body.password)
        await eraseAccount(context, caller.id, body.shared_documents)
      },
      caller.id,
    )
    return { message: 'Votre compte et vos données ont été supprimés' }
  }),
]
