import { packFileName, routes } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { dayInParis } from '../../platform/paris.ts'
import { validationPhrase } from '../../platform/errors/validate.ts'
import { audited } from '../../audit/audited.ts'
import { applyPack } from './apply-pack.ts'
import { makePack, readInstalled } from './installed-content.ts'
import { fingerprintOf, planImport } from './plan-import.ts'
import { receivePack } from './parse-pack.ts'

const { packs } = routes

export const packsHandlers: RouteHandler[] = [
  handle(packs.export, async (call) => {
    const now = call.context.now()
    const content = await audited(call, 'packs.export', () => makePack(call.context, call.body))
    return { content, filename: packFileName(dayInParis(now)), media_type: 'application/json; charset=utf-8', size: content.byteLength }
  }),

  handle(packs.preview, async ({ context, upload }) => {
    const pack = await receivePack(upload!)
    const items = planImport(pack, await readInstalled(context), context.models.list)
    return { fingerprint: fingerprintOf(pack, items), exported_at: pack.exported_at ?? null, items }
  }),

  handle(packs.import, async (call) => {
    const pack = await receivePack(call.upload!)
    const request = packs.import.body.safeParse(call.upload!.fields, { error: (issue) => validationPhrase(issue) })
    if (!request.success) {
      const fields = Object.fromEntries(request.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
      throw new AppError('request.invalid', { fields, sentence: Object.values(fields)[0]! })
    }
    const { fingerprint, decisions, as_inactive } = request.data
    const counts = await audited(call, 'packs.import', () =>
      applyPack(call.context, call.caller.id, pack, { fingerprint, decisions, as_inactive: as_inactive === 'true' }),
    )
    return { message: 'Le pack est importé', ...counts }
  }),
]
