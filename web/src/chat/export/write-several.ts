import type { Conversation, ConversationWithMessages } from '@parvis/contract'
import { loadFormulas } from '@parvis/markdown'
import { isAbort, isGone, sentenceOf } from '../../api/transport/api-error.ts'
import { withAuthors } from '../context/context-changes.ts'
import { emptyWords, exportableOf } from './kept-conversation.ts'
import { conversationReport } from './report.ts'
import { fileName, uniqueName } from './save.ts'
import { write } from './write.ts'

interface Asked {
  conversations: readonly Pick<Conversation, 'id' | 'title'>[]
  /** DOCX file: the organisation's letterhead, or the default template. */
  letterhead: Uint8Array
  /** Date of the export, ISO 8601. */
  date: string
  read: (id: string) => Promise<ConversationWithMessages>
  /** Called after each conversation with the number processed so far. */
  onProgress: (done: number) => void
  signal: AbortSignal
}

/** A conversation that could not be exported, and why. */
export interface LeftOut {
  id: string
  title: string
  reason: string
}

interface Several {
  files: { name: string; content: Uint8Array<ArrayBuffer> }[]
  left: LeftOut[]
}

/** Number of conversations requested ahead: each is written while the next ones load, without overloading the server. */
const ahead = 3

/**
 * Writes conversations as Word documents, in their order. One that was deleted or cannot be written is reported in `left` without stopping the others.
 * @throws the abort reason when `signal` is aborted
 */
export async function writeSeveral({ conversations, letterhead, date, read, onProgress, signal }: Asked): Promise<Several> {
  await loadFormulas()
  const several: Several = { files: [], left: [] }
  const names = new Set<string>()
  const ask = ({ id }: { id: string }) =>
    read(id).then(
      (conversation) => ({ conversation, error: null }),
      (error: unknown) => ({ conversation: null, error }),
    )
  const coming = conversations.slice(0, ahead).map(ask)
  for (const [at, { id, title }] of conversations.entries()) {
    const { conversation, error } = await coming.shift()!
    signal.throwIfAborted()
    const next = conversations[at + ahead]
    if (next) coming.push(ask(next))
    const outcome = conversation === null ? reasonOf(error) : documentOf(conversation, letterhead, date)
    if (typeof outcome === 'string') several.left.push({ id, title, reason: outcome })
    else several.files.push({ name: uniqueName(fileName({ parts: [conversation!.title], date }, 'docx'), names), content: outcome })
    onProgress(at + 1)
  }
  return several
}

/** @returns the document, or the sentence that says why there is none */
function documentOf(conversation: ConversationWithMessages, letterhead: Uint8Array, date: string): Uint8Array<ArrayBuffer> | string {
  const { context, messages } = exportableOf(conversation, date)
  if (messages.length === 0) return emptyWords
  try {
    return write.docx(conversationReport(context, withAuthors(messages, context.changes)), letterhead) as Uint8Array<ArrayBuffer>
  } catch {
    return notMade
  }
}

const notMade = 'Le document Word n’a pas pu être fait'

function reasonOf(error: unknown): string {
  if (isAbort(error)) throw error
  return isGone(error) ? 'Cette conversation n’existe plus' : sentenceOf(error, notMade).replace(/\.$/, '')
}
