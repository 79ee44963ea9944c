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
  /** The assistant's instructions. */
  instructions: string
  /** Turns up to the request. */
  turns: readonly LlmMessage[]
  /** Text of the interrupted reply to continue; empty otherwise. */
  prefix: string
  /** Context window of the model, in tokens, answer included. */
  window: number
}

/** Result of reading the parts. `read` are the parts that have notes, `pages` their pages. */
type Read = { parts: Part[]; outcomes: PartOutcome[]; read: Part[]; pages: Source[]; unread: Unread[] }

const nothingRead = 'Rien n’a pu être lu'

/**
 * Reads documents part by part and writes the reply: the notes themselves, the transformed parts, or a synthesis written from the notes. No text is sent
 * before the last part is read.
 * @throws {LlmError} as `readParts`, and from the call that writes a synthesis
 * @throws {AppError} `conversations.cannot_resume`
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
  // Notes of documents that were removed meanwhile are not used.
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

/** Tokens, within those of the documents, of the text around the notes. */
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
  /** Notice that the model did not read the whole question, sent with the first text. */
  let opening = ''
  const filter = createCitationFilter(new Set(found.pages.map(({ number }) => number)), (text) => {
    said += text
    out.delta(opening + text)
    opening = ''
  })
  /** Writes the reply from as many notes as fit in the window; once more with fewer when the model rejects the prompt as too long. */
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
