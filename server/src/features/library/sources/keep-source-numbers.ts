import type { Source } from '@parvis/contract'
import type { Context } from '../../../context.ts'
import type { FindGrounding } from '../../chat/grounding.ts'
import { readStates } from '../../documents/queries.ts'
import { citedSources } from '../../full-reading/cited-sources.ts'
import { passagesPrompt, type PassagesRole } from '../passages-prompt.ts'

/**
 * Wraps a grounding so that the numbers cited by an interrupted reply keep their meaning when it is continued. If the new sources do not contain the cited
 * ones under the same numbers, the previous sources are used again, except the documents that the person can no longer read.
 */
export const keepingSourceNumbers =
  (context: Context, role: PassagesRole, ground: FindGrounding): FindGrounding =>
  async (request) => {
    const grounding = await ground(request)
    const { previousSources = [], prefix, owner_id } = request
    if (prefix === '' || previousSources.length === 0 || grounding?.write !== undefined) return grounding
    const newSources = grounding?.sources ?? []
    if (grounding?.answer === undefined && citedSources(prefix, previousSources).every((source) => newSources.some((other) => isSameSource(source, other))))
      return grounding
    const readable = await readStates(context.db, [...new Set(previousSources.map(({ document_id }) => document_id))], owner_id)
    const readableIds = new Set(readable.map(({ id }) => id))
    const sources = previousSources.filter(({ document_id }) => readableIds.has(document_id))
    return sources.length === 0 ? grounding : { context: passagesPrompt(sources, role), sources }
  }

const isSameSource = (one: Source, other: Source): boolean =>
  one.number === other.number && one.document_id === other.document_id && one.page === other.page && one.passage_id === other.passage_id
