import type { Source } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import { createHash } from 'node:crypto'
import { citedNumbers, parseNotes, renderNotes } from './notes.ts'
import { condensePrompt } from '../prompts.ts'
import { askWithRetry, isRejectedRequest, type FullReading } from '../parts/read-parts.ts'

/** Notes about one document: those of a part, or of several parts joined or condensed. */
type DocumentNotes = { document_id: string; notes: string }

const maxRounds = 4
/** Minimum size of a group of notes, in estimated tokens: smaller ones are not worth a call. */
const minGroupTokens = 300
/** Maximum ratio of the sizes after and before a round: above it, another round would not help either. */
const maxSizeRatio = 0.95

const sizeOf = (all: readonly DocumentNotes[]): number => all.reduce((sum, { notes }) => sum + estimateTokens(notes), 0)

/**
 * Returns notes that fit in `tokenBudget` estimated tokens. If they do not fit, condenses them document by document, in up to 4 rounds; each result is stored
 * like the notes of a part. What still does not fit is left out, and `isCut` is true.
 */
export async function condenseNotes(
  reading: FullReading,
  notes: readonly DocumentNotes[],
  pages: readonly Source[],
  tokenBudget: number,
): Promise<{ notes: DocumentNotes[]; isCut: boolean }> {
  let current = [...notes]
  for (let round = 1; round <= maxRounds && sizeOf(current) > tokenBudget; round += 1) {
    const before = sizeOf(current)
    const groups = groupNotes(current, Math.min(reading.size.answer * 2, Math.max(tokenBudget, minGroupTokens)))
    const next: DocumentNotes[] = []
    const stored = await reading.store.readStored()
    for (const group of groups) {
      const number = noteKeyOf(group)
      const storedNotes = stored.get(number)
      const shortenedNotes = storedNotes ?? (await condenseOne(reading, group, pages))
      const isNew = storedNotes === undefined && shortenedNotes !== group.notes
      if (isNew && !(await reading.store.store(number, group.document_id, shortenedNotes))) continue
      next.push({ ...group, notes: shortenedNotes })
    }
    current = next
    if (sizeOf(current) > before * maxSizeRatio) break
  }
  const fittingNotes: DocumentNotes[] = []
  for (const documentNotes of current) if (sizeOf([...fittingNotes, documentNotes]) <= tokenBudget) fittingNotes.push(documentNotes)
  return { notes: fittingNotes, isCut: fittingNotes.length < current.length }
}

/** Key of condensed notes in the note store: above all part numbers, and derived from the text so that other notes are not taken for these. */
function noteKeyOf({ notes }: DocumentNotes): number {
  const firstNumber = 1_000_000
  return firstNumber + (createHash('sha256').update(notes).digest().readUInt32BE() % 2_000_000_000)
}

async function condenseOne(reading: FullReading, { notes }: DocumentNotes, pages: readonly Source[]): Promise<string> {
  // Condensed notes may only cite the same pages: an invented number must not lead to another document.
  const cited = citedNumbers(notes)
  const citedPages = pages.filter(({ number }) => cited.has(number))
  try {
    const { text, finish } = await askWithRetry(reading, condensePrompt(notes, reading.request), { maxTokens: reading.size.answer })
    const shortenedNotes = renderNotes(parseNotes(text, citedPages))
    // A truncated or empty answer would lose notes: keep the original ones.
    return finish === 'stop' && shortenedNotes !== '' ? shortenedNotes : notes
  } catch (error) {
    if (isRejectedRequest(error)) return notes
    throw error
  }
}

/** Groups consecutive notes of the same document, up to `size` estimated tokens. */
function groupNotes(notes: readonly DocumentNotes[], size: number): DocumentNotes[] {
  const groups: DocumentNotes[] = []
  for (const documentNotes of notes) {
    const last = groups.at(-1)
    const joinedNotes = last === undefined ? '' : `${last.notes}\n${documentNotes.notes}`
    if (last?.document_id === documentNotes.document_id && estimateTokens(joinedNotes) <= size) groups[groups.length - 1] = { ...last, notes: joinedNotes }
    else groups.push({ ...documentNotes })
  }
  return groups
}
