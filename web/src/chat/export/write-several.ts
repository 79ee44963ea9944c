import type { Conversation, ConversationWithMessages } from '@parvis/contract'
import { loadFormulas } from '@parvis/markdown'
import { isAbort, isConversationUnavailable, sentenceOf } from '../../api/transport/api-error.ts'
import { withAuthors } from '../context/context-changes.ts'
import { emptyConversationSentence, exportDataOf } from './exported-text.ts'
import { conversationReport, officeWriters } from './report.ts'
import { fileName, uniqueName } from './save.ts'

interface SeveralOptions {
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

interface SeveralDocuments {
  files: { name: string; content: Uint8Array<ArrayBuffer> }[]
  leftOut: LeftOut[]
}

/** Number of conversations requested ahead: each is written while the next ones load, without overloading the server. */
const prefetchCount = 3

/**
 * Writes conversations as Word documents, in their order. One that was deleted or cannot be written is reported in `leftOut` without stopping the others.
 * @throws the abort reason when `signal` is aborted
 */
export async function writeSeveral({ conversations, letterhead, date, read, onProgress, signal }: SeveralOptions): Promise<SeveralDocuments> {
  await loadFormulas()
  const documents: SeveralDocuments = { files: [], leftOut: [] }
  const names = new Set<string>()
  const fetchOne = ({ id }: { id: string }) =>
    read(id).then(
      (conversation) => ({ conversation, error: null }),
      (error: unknown) => ({ conversation: null, error }),
    )
  const pending = conversations.slice(0, prefetchCount).map(fetchOne)
  for (const [at, { id, title }] of conversations.entries()) {
    const { conversation, error } = await pending.shift()!
    signal.throwIfAborted()
    const next = conversations[at + prefetchCount]
    if (next) pending.push(fetchOne(next))
    const outcome = conversation === null ? reasonOf(error) : documentOf(conversation, letterhead, date)
    if (typeof outcome === 'string') documents.leftOut.push({ id, title, reason: outcome })
    else documents.files.push({ name: uniqueName(fileName({ parts: [conversation!.title], date }, 'docx'), names), content: outcome })
    onProgress(at + 1)
  }
  return documents
}

/** @returns the document, or the sentence that says why there is none */
function documentOf(conversation: ConversationWithMessages, letterhead: Uint8Array, date: string): Uint8Array<ArrayBuffer> | string {
  const { context, messages } = exportDataOf(conversation, date)
  if (messages.length === 0) return emptyConversationSentence
  try {
    return officeWriters.docx(conversationReport(context, withAuthors(messages, context.changes)), letterhead) as Uint8Array<ArrayBuffer>
  } catch {
    return notMadeSentence
  }
}

const notMadeSentence = 'Le document Word n’a pas pu être fait'

function reasonOf(error: unknown): string {
  if (isAbort(error)) throw error
  return isConversationUnavailable(error) ? 'Cette conversation n’existe plus' : sentenceOf(error, notMadeSentence).replace(/\.$/, '')
}
