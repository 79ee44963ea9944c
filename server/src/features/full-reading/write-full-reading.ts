import type { Source } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { LlmMessage, LlmResult } from '../../platform/llm/port.ts'
import { continueInstruction } from '../chat/prompt.ts'
import { shareContext } from '../chat/share-context.ts'
import { citedSources } from './cited-sources.ts'
import { createCitationFilter } from './citation-filter.ts'
import { gatheredAnswer, transformedAnswer, transformedSources } from './compose-answer.ts'
import { condensed } from './notes/condense-notes.ts'
import { extentOf, readingNotice, unreadPart, unreadSentence } from './notices.ts'
import type { Part } from './parts/parts.ts'
import { notesPrompt } from './prompts.ts'
import type { Unread } from './parts/readable-pages.ts'
import { askTwice, readParts, type PartOutcome, type Reading } from './parts/read-parts.ts'

export type Writing = {
  reading: Reading
  pages: readonly Source[]
  warnings: readonly string[]
  /** The assistant's own instructions. */
  instructions: string
  /** What was said up to the request. */
  turns: readonly LlmMessage[]
  /** What an interrupted reply had already said. */
  prefix: string
  /** Tokens that the model can read, its answer included. */
  window: number
}

/** What was read, once it is: parts with their notes, and what was not. */
type Read = { parts: Part[]; outcomes: PartOutcome[]; read: Part[]; pages: Source[]; unread: Unread[] }

const nothingRead = 'Rien n’a pu être lu'

/**
 * Reads documents part by part and answers from what was noted: the parts' own lines, the parts in another form, or an answer written from
 * the notes. Nothing is said before the last part is read. @throws {LlmError} as `readParts`, and the last call; {AppError} `conversations.cannot_resume`
 */
export async function writeFullReading(writing: Writing): Promise<LlmResult> {
  const { reading, prefix, warnings } = writing
  const { task, request, out, llm } = reading
  const found = await readAll(writing)
  if (found.read.length === 0) {
    if (prefix !== '') throw new AppError('conversations.cannot_resume')
    out.delta(`${nothingRead}\u00a0: ${unreadSentence(found.unread)}.`)
    return { finish: 'stop', usage: null, model: llm.model }
  }
  if (task === 'synthesis') return writeSynthesis(writing, found)
  const body = task === 'gather' ? gatheredAnswer(found.parts, found.outcomes, request.isTable) : transformedAnswer(found.parts, found.outcomes)
  const text = `${body}\n\n${readingNotice(found.read, found.unread, warnings)}`
  out.delta(text.startsWith(prefix) ? text.slice(prefix.length) : `\n\n${text}`)
  out.cite(task === 'gather' ? citedSources(text, found.pages) : transformedSources(found.pages))
  return { finish: 'stop', usage: null, model: llm.model }
}

async function readAll({ reading, pages }: Writing): Promise<Read> {
  const parts = [...reading.parts]
  const read = await readParts(reading)
  const ids = [...new Set(parts.map(({ document_id }) => document_id))]
  const readable = new Set<string>()
  for (const id of ids) if (await reading.isReadable(id)) readable.add(id)
  // What was taken away since its parts were read is not told any more.
  const outcomes = read.map((outcome, at): PartOutcome => (readable.has(parts[at]!.document_id) ? outcome : { lost: 'gone' }))
  const gone = parts.filter((part, at) => isLost(outcomes[at]!, 'gone') && parts.findIndex(({ document_id }) => document_id === part.document_id) === at)
  const held = parts.filter((_, at) => 'notes' in outcomes[at]!)
  const numbers = new Set(held.flatMap((part) => part.pages.map(({ number }) => number)))
  return {
    parts,
    outcomes,
    read: held,
    pages: pages.filter(({ number }) => numbers.has(number)),
    unread: [
      ...parts.flatMap((part, at) => (isLost(outcomes[at]!, 'failed') ? [unreadPart(part, 'le modèle n’a pas répondu')] : [])),
      ...gone.map(({ document }) => ({ document, what: 'retiré pendant la lecture' })),
      ...reading.unread,
    ],
  }
}

const isLost = (outcome: PartOutcome, why: 'failed' | 'gone'): boolean => 'lost' in outcome && outcome.lost === why

/** Of what documents may take of the prompt, in tokens: the words around the notes. */
const aroundNotes = 250

async function writeSynthesis({ reading, instructions, turns, prefix, window, warnings }: Writing, found: Read): Promise<LlmResult> {
  const { request, out } = reading
  const notes = found.parts.flatMap(({ document_id }, at) => {
    const outcome = found.outcomes[at]!
    return 'notes' in outcome && outcome.notes !== '' ? [{ document_id, notes: outcome.notes }] : []
  })
  const resumed: LlmMessage[] =
    prefix === ''
      ? []
      : [
          { role: 'assistant', content: prefix },
          { role: 'user', content: continueInstruction },
        ]
  let said = prefix
  /** What the person must know of a question that the model did not read whole; comes with the first word. */
  let opening = ''
  const filter = createCitationFilter(new Set(found.pages.map(({ number }) => number)), (text) => {
    said += text
    out.delta(opening + text)
    opening = ''
  })
  /** Answers from as many notes as the model reads; once more from fewer, when it refuses their length. */
  const answerWithin = async (within: number, isLast: boolean): Promise<LlmResult> => {
    const shared = shareContext({ window: within, instructions, turns: [...turns, ...resumed], wantsDocuments: true })
    const { notes: kept, isCut } = await condensed(reading, notes, found.pages, shared.room - aroundNotes)
    const cut: Unread[] = isCut ? [{ document: found.parts.at(-1)!.document, what: 'une partie des notes, trop longues pour le modèle' }] : []
    const unread = [...found.unread, ...cut]
    const text = kept.map((one) => one.notes).join('\n') || '(aucune note)'
    const composed = shared.compose(notesPrompt(text, request, extentOf(found.read), unread))
    opening = prefix === '' ? composed.notice : ''
    try {
      const { finish, model } = await askTwice(reading, composed.messages, { onDelta: filter.push })
      filter.end()
      if (finish === 'stop') out.delta(`\n\n${readingNotice(found.read, unread, warnings)}`)
      return { finish, usage: null, model }
    } catch (error) {
      if (isLast || said !== prefix || (error as { code?: unknown }).code !== 'llm.too_long') throw error
      return answerWithin(composed.shorter(), true)
    }
  }
  try {
    return await answerWithin(window, false)
  } finally {
    out.cite(citedSources(said, found.pages))
  }
}
