import type { Source } from '@parvis/contract'
import type { Context } from '../../../context.ts'
import type { Ground } from '../../chat/grounding.ts'
import { readLives } from '../../documents/queries.ts'
import { citedSources } from '../../full-reading/cited-sources.ts'
import { passagesPrompt, type Rests } from '../passages-prompt.ts'

/**
 * Grounds a reply that goes on from an interrupted one, whose numbers keep their meaning: where what is found now does not have what its
 * first half names, under the same number, it goes on from what it had, as far as the person may still read that.
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
