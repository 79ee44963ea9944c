import { routes } from '@parvis/contract'
import { audited, recordAuditEvent } from '../../audit/audited.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { acceptCharter, readCharterState } from './acceptance.ts'
import { countAcceptances, remindCharter } from './adoption.ts'
import { listVersions, publishVersion, readVersion } from './versions.ts'

const { charter, charterVersions } = routes

export const charterHandlers: RouteHandler[] = [
  handle(charter.current, ({ context, caller }) => readCharterState(context, caller.id)),

  handle(charter.accept, async (call) => {
    const { context, caller, body } = call
    const target = body.version_id
    try {
      // A second tab accepts nothing more: no second event.
      if (await acceptCharter(context, caller.id, target)) await recordAuditEvent(call, { act: 'charter.accept', outcome: 'done', target })
    } catch (error) {
      if (error instanceof AppError) await recordAuditEvent(call, { act: 'charter.accept', outcome: error.code, target })
      throw error
    }
    return readCharterState(context, caller.id)
  }),

  handle(charterVersions.list, async ({ context }) => ({ data: await listVersions(context) })),

  handle(charterVersions.get, ({ context, params }) => readVersion(context, params.id)),

  handle(charterVersions.publish, (call) =>
    audited(
      call,
      'charter.publish',
      () => publishVersion(call.context, call.caller, call.body),
      ({ id, number }) => ({ id, name: `version ${number}` }),
    ),
  ),

  handle(charterVersions.acceptances, ({ context }) => countAcceptances(context)),

  handle(charterVersions.remind, (call) =>
    audited(
      call,
      'charter.remind',
      async () => {
        const mails = await remindCharter(call.context)
        return { message: mails === 0 ? 'Tous les comptes actifs ont accepté la charte' : 'Les rappels partent', mails }
      },
      null,
      { count: ({ mails }) => mails },
    ),
  ),
]
