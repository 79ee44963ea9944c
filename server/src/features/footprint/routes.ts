import { byteOrderMark, csvLine, routes, type MessageFootprint } from '@parvis/contract'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import type { Model } from '../../platform/llm/models.ts'
import { dayInParis } from '../../platform/paris.ts'
import { ecologitsVersion, estimateFootprint, generationSeconds, gramsRange, methodRatio, type Range } from './estimate.ts'
import { measurableModels, readLedgerFootprint, totalFootprint, type LedgerFootprint } from './ledger-footprint.ts'

const { footprints } = routes

export const footprintHandlers: RouteHandler[] = [
  handle(footprints.own, async ({ context, caller }) => {
    const month = sql`u.user_id = ${caller.id} and u.day >= date_trunc('month', ${dayInParis(context.now())}::timestamp)::date`
    return totalFootprint(await readLedgerFootprint(context, month))
  }),

  handle(footprints.ofMessage, ({ context, caller, params }) => footprintOfMessage(context, params.message_id, caller.id)),

  handle(footprints.ofInstance, async ({ context, query }) => {
    const period = sql`u.day > ${dayInParis(context.now())}::date - ${Number(query.days)}::integer`
    return totalFootprint(await readLedgerFootprint(context, period))
  }),

  handle(footprints.export, async ({ context, query }) => {
    const year = query.year ?? Number(dayInParis(context.now()).slice(0, 4))
    const rows = await readLedgerFootprint(context, sql`u.day >= make_date(${year}::integer, 1, 1) and u.day < make_date(${year}::integer + 1, 1, 1)`)
    const content = Readable.from(toCsv(rows, context.models.list), { objectMode: false })
    return { content, filename: `empreinte-${year}.csv`, media_type: 'text/csv; charset=utf-8', size: null }
  }),
]

/**
 * Estimates the footprint of a finished reply.
 * @throws {AppError} `request.not_found` also for the message of another person
 */
async function footprintOfMessage(context: Context, message_id: string, owner_id: string): Promise<MessageFootprint> {
  const reply = await context.db
    .selectFrom('message')
    .where('id', '=', message_id)
    .where('owner_id', '=', owner_id)
    .where('role', '=', 'assistant')
    .select(['model', 'completion_tokens', 'model_ms'])
    .executeTakeFirst()
  if (reply === undefined) throw notFound()
  const unmeasured = (reason: MessageFootprint['unmeasured']): MessageFootprint => ({ unmeasured: reason, estimate: null })
  if (context.models.builtIn && context.models.list.some(({ id }) => id === reply.model)) return unmeasured('demonstration')
  const model = measurableModels(context).get(reply.model ?? '')
  if (model === undefined) return unmeasured('model')
  const { completion_tokens: tokens, model_ms } = reply
  if (tokens === null) return unmeasured('tokens')
  const seconds = generationSeconds(model, tokens, model_ms)
  const { wh, use, embodied, ...byMethod } = estimateFootprint(model, tokens, seconds)
  return {
    unmeasured: null,
    estimate: {
      wh,
      gco2e: gramsRange(byMethod),
      tokens,
      is_time_measured: seconds.max < generationSeconds(model, tokens, null).max,
      parameters: model.active,
      zone: model.zone,
      pue: model.pue,
      ecologits: { version: ecologitsVersion, use, embodied, gco2e: byMethod.ecologits },
      life_cycle: { ratio: methodRatio, gco2e: byMethod.lifeCycle },
    },
  }
}

/** Formats a bound with a decimal comma, as French spreadsheets read numbers; empty when there is no estimate. */
const decimal = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(4).replace('.', ','))

const bounds = (title: string, rangeOf: (footprint: NonNullable<LedgerFootprint['footprint']>) => Range): CsvColumn[] =>
  (['min', 'max'] as const).map((bound) => [`${title}, ${bound}.`, ({ footprint }) => decimal(footprint === null ? undefined : rangeOf(footprint)[bound])])

type CsvColumn = [title: string, cell: (row: LedgerFootprint, models: readonly Model[]) => string | number | null]

const columns: CsvColumn[] = [
  ['Mois', ({ month }) => month],
  ['Service', ({ team }) => team ?? 'Sans service'],
  ['Modèle', ({ model }, models) => models.find(({ id }) => id === model)?.label ?? (model || 'Inconnu')],
  ['Réponses', ({ replies }) => replies],
  ['Réponses non mesurées', ({ replies, footprint }) => (footprint === null ? replies : 0)],
  ['Jetons écrits', ({ tokens }) => tokens],
  ...bounds('Énergie (Wh)', ({ wh }) => wh),
  ...bounds(`Usage, EcoLogits ${ecologitsVersion} (g CO₂e)`, ({ use }) => use),
  ...bounds(`Fabrication, EcoLogits ${ecologitsVersion} (g CO₂e)`, ({ embodied }) => embodied),
  ...bounds(`Total, EcoLogits ${ecologitsVersion} (g CO₂e)`, ({ ecologits }) => ecologits),
  ...bounds('Total, cycle de vie de Mistral Large 2 (g CO₂e)', ({ lifeCycle }) => lifeCycle),
]

/** Writes the footprint of a year as CSV for French spreadsheets: UTF-8 mark, semicolons, decimal commas. */
function toCsv(rows: readonly LedgerFootprint[], models: readonly Model[]): string[] {
  return [byteOrderMark + csvLine(columns.map(([title]) => title)), ...rows.map((row) => csvLine(columns.map(([, cell]) => cell(row, models))))]
}
