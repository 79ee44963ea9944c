import type { FootprintTotal } from '@parvis/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import { noModel } from '../../replies/usage.ts'
import { addRanges, estimateFootprint, gramsRange, secondsPerToken, type FootprintEstimate, type FootprintModel } from './estimate.ts'
import { footprintModelOf } from './known-models.ts'

/** Replies of a group of ledger rows, of one model. `footprint`: null when the model's parameters are unknown. */
export type LedgerFootprint = {
  month: string
  /** Name of the team, the current one if it still exists; null: no team. */
  team: string | null
  model: string
  replies: number
  tokens: number
  footprint: FootprintEstimate | null
}

type LedgerGroup = Omit<LedgerFootprint, 'footprint'> & { min_seconds: number | null; max_seconds: number | null }

/** Returns the models of the settings that have an estimate, by id. The demonstration model is not one. */
export const measurableModels = ({ models }: Pick<Context, 'models'>): Map<string, FootprintModel> =>
  new Map(
    models.builtIn
      ? []
      : models.list.flatMap((model) => {
          const known = footprintModelOf(model)
          return known === null ? [] : [[model.id, known] as const]
        }),
  )

/**
 * Reads the ledger and estimates its footprint, by month, team and model. The duration of each ledger row is the shorter of the computed and the measured
 * one, so that groups of any size add up. Replies written without a model are left out.
 * @param condition SQL condition on the ledger row `u`
 */
export async function readLedgerFootprint(context: Pick<Context, 'db' | 'models'>, condition: RawBuilder<unknown>): Promise<LedgerFootprint[]> {
  const known = measurableModels(context)
  const ids = [...known.keys()]
  const slopes = (bound: 'min' | 'max') => [...known.values()].map(({ active }) => secondsPerToken(active[bound]))
  const secondsSql = (slope: RawBuilder<unknown>) => sql<number | null>`
    sum(least(${slope} * tokens * timed, model_ms / 1000) + ${slope} * tokens * (1 - timed))::float8`
  const { rows } = await sql<LedgerGroup>`
    with known (model, min_slope, max_slope) as (
      select * from unnest(${ids}::text[], ${slopes('min')}::float8[], ${slopes('max')}::float8[])
    ), rows as (
      select to_char(u.day, 'YYYY-MM') as month, coalesce(t.name, u.team_name) as team, u.model, u.replies, u.completion_tokens::float8 as tokens,
        u.model_ms::float8 as model_ms, u.timed_replies::float8 / u.replies as timed, k.min_slope, k.max_slope
      from usage_entry u left join team t on t.id = u.team_id left join known k on k.model = u.model
      where u.model <> ${noModel} and ${condition}
    )
    select month, team, model, sum(replies)::integer as replies, sum(tokens)::float8 as tokens,
      ${secondsSql(sql.ref('min_slope'))} as min_seconds, ${secondsSql(sql.ref('max_slope'))} as max_seconds
    from rows group by month, team, model order by month, team nulls last, model`.execute(context.db)
  return rows.map(({ min_seconds, max_seconds, ...row }) => {
    const model = known.get(row.model)
    return { ...row, footprint: model === undefined ? null : estimateFootprint(model, row.tokens, { min: min_seconds!, max: max_seconds! }) }
  })
}

/** Adds up the footprint of groups. Null estimates when none could be estimated. */
export function totalFootprint(groups: readonly LedgerFootprint[]): FootprintTotal {
  const estimates = groups.flatMap(({ footprint }) => footprint ?? [])
  const sumOf = (rangeOf: (estimate: FootprintEstimate) => { min: number; max: number }) =>
    estimates.length === 0 ? null : estimates.map(rangeOf).reduce(addRanges)
  const repliesOf = (some: readonly LedgerFootprint[]) => some.reduce((sum, { replies }) => sum + replies, 0)
  return {
    wh: sumOf(({ wh }) => wh),
    gco2e: sumOf(gramsRange),
    replies: repliesOf(groups),
    unmeasured: repliesOf(groups.filter(({ footprint }) => footprint === null)),
  }
}
