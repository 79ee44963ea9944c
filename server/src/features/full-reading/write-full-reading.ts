import type { Source } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import type { LlmResult } from '../../platform/llm/port.ts'
import type { PromptTurn } from '../chat/notices.ts'
import { continueInstruction } from '../chat/prompt.ts'
import { shareContext } from '../chat/share-context.ts'
import { citedSources } from './cited-sources.ts'
import { createCitationFilter } from './citation-filter.ts'
import { composeGathered, composeTransformed, transformedSources } from './compose-answer.ts'
import { condenseNotes } from './notes/condense-notes.ts'
import { extentSentence, readingNotice, unreadPart, unreadSentence } from './notices.ts'
import type { ReadingPart } from './parts/parts.ts'
import { notesPrompt } from './prompts.ts'
import type { UnreadPart } from './parts/readable-pages.ts'
import { askWithRetry, readParts, type PartOutcome, type FullReading } from './parts/read-parts.ts'

type FullReadingWriting = {
  reading: FullReading
  pages: readonly Source[]
  warnings: readonly string[]
  /** The assistant's instructions. */
  instructions: string
  /** Turns up to the request. */
  turns: readonly PromptTurn[]
  /** Text of the interrupted reply to continue; empty otherwise. */
  prefix: string
  prefixNotices: readonly ReplyNotice[]
  /** Context window of the model, in tokens, answer included. */
  window: number
}

/** Result of reading the parts. `read` are the parts that have notes, `pages` their pages. */
type ReadResult = { parts: ReadingPart[]; outcomes: PartOutcome[]; read: ReadingPart[]; pages: Source[]; unread: UnreadPart[] }

const nothingReadSentence = 'Rien n’a pu être lu'

/**
 * Reads documents part by part and writes the reply: the notes themselves, the transformed parts, or a synthesis written from the notes. No text is sent
 * before the last part is read.
 * @throws {LlmError} as `readParts`, and from the call that writes a synthesis
 * @throws {AppError} `conversations.cannot_resume`
 */
export async function writeFullReading(writing: FullReadingWriting): Promise<LlmResult> {
  const { reading, prefix, warnings } = writing
  const { task, request, output, llm } = reading
  const found = await readAll(writing)
  if (found.read.length === 0) {
    if (prefix !== '') throw new AppError('conversations.cannot_resume')
    output.appendText(`${nothingReadSentence}\u00a0: ${unreadSentence(found.unread)}.`)
    return { finish: 'stop', usage: null, ...(reading.answered.by ?? { model: llm.model, level: llm.level }) }
  }
  if (task === 'synthesis') return writeSynthesis(writing, found)
  const body = task === 'gather' ? composeGathered(found.parts, found.outcomes, request.isTable) : composeTransformed(found.parts, found.outcomes)
  const notice = readingNotice(found.read, found.unread, warnings)
  const text = body + notice.text
  output.recordNotices([notice])
  output.appendText(text.startsWith(prefix) ? text.slice(prefix.length) : `\n\n${text}`)
  output.setSources(task === 'gather' ? citedSources(text, found.pages) : transformedSources(found.pages))
  return { finish: 'stop', usage: null, ...(reading.answered.by ?? { model: llm.model, level: llm.level }) }
}

async function readAll({ reading, pages }: FullReadingWriting): Promise<ReadResult> {
  const parts = [...reading.parts]
  const read = await readParts(reading)
  const ids = [...new Set(parts.map(({ document_id }) => document_id))]
  const readable = new Set<string>()
  for (const id of ids) if (await reading.isReadable(id)) readable.add(id)
  // Notes of documents that were removed meanwhile are not used.
  const outcomes = read.map((outcome, at): PartOutcome => (readable.has(parts[at]!.document_id) ? outcome : { lost: 'gone' }))
  const removedParts = parts.filter(
    (part, at) => isLost(outcomes[at]!, 'gone') && parts.findIndex(({ document_id }) => document_id === part.document_id) === at,
  )
  const held = parts.filter((_, at) => 'notes' in outcomes[at]!)
  const numbers = new Set(held.flatMap((part) => part.pages.map(({ number }) => number)))
  return {
    parts,
    outcomes,
    read: held,
    pages: pages.filter(({ number }) => numbers.has(number)),
    unread: [
      ...parts.flatMap((part, at) => (isLost(outcomes[at]!, 'failed') ? [unreadPart(part, 'le modèle n’a pas répondu')] : [])),
      ...removedParts.map(({ document }) => ({ document, portion: 'retiré pendant la lecture' })),
      ...reading.unread,
    ],
  }
}

const isLost = (outcome: PartOutcome, reason: 'failed' | 'gone'): boolean => 'lost' in outcome && outcome.lost === reason

/** Tokens, within those of the documents, of the text around the notes. */
const notesFrameTokens = 250

async function writeSynthesis(
  { reading, instructions, turns, prefix, prefixNotices, window, warnings }: FullReadingWriting,
  found: ReadResult,
): Promise<LlmResult> {
  const { request, output } = reading
  const notes = found.parts.flatMap(({ document_id }, at) => {
    const outcome = found.outcomes[at]!
    return 'notes' in outcome && outcome.notes !== '' ? [{ document_id, notes: outcome.notes }] : []
  })
  const resumedTurns: PromptTurn[] =
    prefix === ''
      ? []
      : [
          { role: 'assistant', content: prefix, notices: prefixNotices },
          { role: 'user', content: continueInstruction },
        ]
  let replyText = prefix
  /** Notices that the model did not read the whole request, sent with the first text. */
  let opening: readonly ReplyNotice[] = []
  const filter = createCitationFilter(new Set(found.pages.map(({ number }) => number)), (text) => {
    replyText += text
    output.recordNotices(opening)
    output.appendText(opening.map((notice) => notice.text).join('') + text)
    opening = []
  })
  /** Writes the reply from as many notes as fit in the window; once more with fewer when the model rejects the prompt as too long. */
  const answerWithin = async (contextWindow: number, isLast: boolean): Promise<LlmResult> => {
    const shared = shareContext({ window: contextWindow, instructions, turns: [...turns, ...resumedTurns], wantsDocuments: true })
    const { notes: condensedNotes, isCut } = await condenseNotes(reading, notes, found.pages, shared.tokenBudget - notesFrameTokens)
    const cut: UnreadPart[] = isCut ? [{ document: found.parts.at(-1)!.document, portion: 'une partie des notes, trop longues pour le modèle' }] : []
    const unread = [...found.unread, ...cut]
    const text = condensedNotes.map((one) => one.notes).join('\n') || '(aucune note)'
    const composed = shared.compose(notesPrompt(text, request, extentSentence(found.read), unread))
    opening = prefix === '' ? composed.notices : []
    try {
      const { text: _, finish, ...model } = await askWithRetry(reading, composed.messages, { onDelta: filter.push })
      filter.end()
      if (finish === 'stop') {
        const notice = readingNotice(found.read, unread, warnings)
        output.recordNotices([notice])
        output.appendText(notice.text)
      }
      return { finish, usage: null, ...model }
    } catch (error) {
      if (isLast || replyText !== prefix || (error as { code?: unknown }).code !== 'llm.too_long') throw error
      return answerWithin(composed.shorterWindow(), true)
    }
  }
  try {
    return await answerWithin(window, false)
  } finally {
    output.setSources(citedSources(replyText, found.pages))
  }
}
