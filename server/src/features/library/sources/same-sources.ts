import type { Source } from '@parvis/contract'
import type { Context } from '../../../context.ts'
import type { Ground } from '../../chat/grounding.ts'
import { readLives } from '../../documents/queries.ts'
import { citedSources } from '../../full-reading/cited-sources.ts'
import { passagesPrompt, type Rests } from '../passages-prompt.ts'

/**
 * Wraps a grounding so that the numbers cited by an interrupted reply keep their meaning when it is continued. If the new sources do not contain the cited
 * ones under the same numbers, the previous sources are used again, except the documents that the person can no longer read.
 */
export const withSameSources =
  (context: Context, rests: Rests, ground: Ground): Ground =>
  async (request) => {
    const grounding = await ground(request)
    const { had = [], prefix, owner_id } = request
    if (prefix === '' || had.length === 0 || grounding?.write !== undefined) return grounding
    const now = grounding?.sources ?? []
    if (grounding?.answer === undefined && citedSources(prefix, had).every((source) => now.some((other) => isSame(source, other)))) return grounding
    const lives = await readLives(context.db, [...new Set(had.map(({ document_id }) => document_id))], owner_id)
    const open = new Set(lives.map(({ id }) => id))
    const sources = had.filter(({ document_id }) => open.has(document_id))
    return sources.length === 0 ? grounding : { context: passagesPrompt(sources, rests), sources }
  }

const isSame = (one: Source, other: Source): boolean =>
  one.number === other.number && one.document_id === other.document_id && one.page === other.page && one.passage_id === other.passage_id
