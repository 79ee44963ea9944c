import type { Source } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import { createHash } from 'node:crypto'
import { citedIn, parseNotes, renderNotes } from './notes.ts'
import { condensePrompt } from '../prompts.ts'
import { askTwice, isRefused, type Reading } from '../parts/read-parts.ts'

/** Notes about one document: those of a part, or of several parts joined or condensed. */
type NotesOf = { document_id: string; notes: string }

const rounds = 4
/** Minimum size of a group of notes, in estimated tokens: smaller ones are not worth a call. */
const smallestGroup = 300
/** Maximum ratio of the sizes after and before a round: above it, another round would not help either. */
const leastGain = 0.95

const sizeOf = (all: readonly NotesOf[]): number => all.reduce((sum, { notes }) => sum + estimateTokens(notes), 0)

/**
 * Returns notes that fit in `room` estimated tokens. If they do not fit, condenses them document by document, in up to 4 rounds; each result is stored
 * like the notes of a part. What still does not fit is left out, and `isCut` is true.
 */
export async function condensed(
  reading: Reading,
  notes: readonly NotesOf[],
  pages: readonly Source[],
  room: number,
): Promise<{ notes: NotesOf[]; isCut: boolean }> {
  let current = [...notes]
  for (let round = 1; round <= rounds && sizeOf(current) > room; round += 1) {
    const before = sizeOf(current)
    const groups = grouped(current, Math.min(reading.size.answer * 2, Math.max(room, smallestGroup)))
    const next: NotesOf[] = []
    const kept = await reading.store.kept()
    for (const group of groups) {
      const number = numberOf(group)
      const known = kept.get(number)
      const shorter = known ?? (await condenseOne(reading, group, pages))
      const isNew = known === undefined && shorter !== group.notes
      if (isNew && !(await reading.store.keep(number, group.document_id, shorter))) continue
      next.push({ ...group, notes: shorter })
    }
    current = next
    if (sizeOf(current) > before * leastGain) break
  }
  const fitting: NotesOf[] = []
  for (const one of current) if (sizeOf([...fitting, one]) <= room) fitting.push(one)
  return { notes: fitting, isCut: fitting.length < current.length }
}

/** Key of condensed notes in the note store: above all part numbers, and derived from the text so that other notes are not taken for these. */
function numberOf({ notes }: NotesOf): number {
  const firstNumber = 1_000_000
  return firstNumber + (createHash('sha256').update(notes).digest().readUInt32BE() % 2_000_000_000)
}

async function condenseOne(reading: Reading, { notes }: NotesOf, pages: readonly Source[]): Promise<string> {
  // Condensed notes may only cite the same pages: an invented number must not lead to another document.
  const cited = citedIn(notes)
  const own = pages.filter(({ number }) => cited.has(number))
  try {
    const { text, finish } = await askTwice(reading, condensePrompt(notes, reading.request), { maxTokens: reading.size.answer })
    const shorter = renderNotes(parseNotes(text, own))
    // A truncated or empty answer would lose notes: keep the original ones.
    return finish === 'stop' && shorter !== '' ? shorter : notes
  } catch (error) {
    if (isRefused(error)) return notes
    throw error
  }
}

/** Groups consecutive notes of the same document, up to `size` estimated tokens. */
function grouped(notes: readonly NotesOf[], size: number): NotesOf[] {
  const groups: NotesOf[] = []
  for (const one of notes) {
    const last = groups.at(-1)
    const joined = last === undefined ? '' : `${last.notes}\n${one.notes}`
    if (last?.document_id === one.document_id && estimateTokens(joined) <= size) groups[groups.length - 1] = { ...last, notes: joined }
    else groups.push({ ...one })
  }
  return groups
}
