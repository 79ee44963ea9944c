import type { Quote, Source } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import type { Grounding } from '../chat/grounding.ts'
import { collectReply, startUnsavedReply } from '../chat/unsaved-reply.ts'
import { currentDays } from '../chat/in-force/request-days.ts'
import { sourceDateColumns, sourceDates } from '../documents/present.ts'
import { passagesPrompt } from '../library/passages-prompt.ts'
import { checkQuotes, citedOrQuoted } from '../library/sources/used-pages.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { changedPassages, type ChangedPassages, type ComparedSide } from './changed-passages.ts'
import { compareStored, type ComparedDocuments } from './compare.ts'

/** Summary of a comparison, with the passages of both documents that it cites and the check of its quotations. */
export type ComparisonSummary = { text: string; sources: Source[]; quotes: Quote[]; left_out: number }

const request =
  'Résumez ce qui change de l’ancien document («\u00a0avant\u00a0») au nouveau («\u00a0après\u00a0»), pour quelqu’un qui connaît l’ancien\u00a0: d’abord ce qui change en pratique, puis les chiffres. Pour chaque changement, citez les deux côtés par leurs numéros, comme [1][2], et reprenez mot à mot entre « et » les mots qui changent.'

/** Prompt block of the changes, which names their passages. Typed by this server: it has no word of the documents. */
const changesBlock = (lines: readonly string[]): string => `Liste exacte des changements\u00a0:\n\n${lines.join('\n')}`

/**
 * Has a model sum up the changes between two documents that the caller may read, whatever their kind. The model is of the level of both documents, and
 * receives their changed passages only. Nothing is saved; the tokens go to the ledger as those of a question.
 * @throws {AppError} as `compareStored` and `collectReply`, and the errors of the limits; `documents.nothing_to_sum_up` without a change
 */
export async function summariseComparison(
  context: Context,
  caller: Caller,
  ids: { before: string; after: string },
  disconnected: AbortSignal,
): Promise<ComparisonSummary> {
  const compared = await compareStored(context, caller, ids, disconnected)
  if (compared.comparison.changes.length === 0) throw new AppError('documents.nothing_to_sum_up')
  const documents = await readSides(context, compared)
  let passages: ChangedPassages = { sources: [], lines: [], leftOut: 0 }
  const ground = async ({ tokenBudget }: { tokenBudget: number }): Promise<Grounding> => {
    passages = changedPassages(compared.comparison, documents, tokenBudget)
    if (passages.sources.length === 0) throw new AppError('llm.too_long')
    const { sources, lines } = passages
    return {
      context: `${passagesPrompt(sources, 'changes')}\n\n${changesBlock(lines)}`,
      sources,
      documents: [ids.before, ids.after],
      findSources: (reply) => citedOrQuoted(reply, sources),
    }
  }
  const reader = await startUnsavedReply(context, caller, { history: [{ role: 'user', content: request }] }, ground)
  const { response, sources } = await collectReply(reader, disconnected)
  return { text: response, sources, quotes: checkQuotes(response, sources), left_out: passages.leftOut }
}

/** Reads the names and the dates of both documents. A document deleted meanwhile has no dates: its level is unknown, and the model is then of the highest. */
async function readSides(context: Context, { before, after }: ComparedDocuments): Promise<{ before: ComparedSide; after: ComparedSide }> {
  const rows = await context.db
    .selectFrom('document')
    .where('id', 'in', [before.id, after.id])
    .select(['id', ...sourceDateColumns])
    .execute()
  const { today } = currentDays(context)
  const sideOf = ({ id, original_filename: name }: ComparedDocuments['before']): ComparedSide => {
    const row = rows.find((one) => one.id === id)
    return { id, name, dates: row === undefined ? {} : sourceDates(row, today) }
  }
  return { before: sideOf(before), after: sideOf(after) }
}
