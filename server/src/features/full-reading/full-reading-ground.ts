import type { Day } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import { sql } from 'kysely'
import type { LlmResult } from '../../platform/llm/port.ts'
import type { Context } from '../../context.ts'
import type { ReplyOutput } from '../../replies/run.ts'
import { noModel } from '../../replies/usage.ts'
import type { Grounding, GroundRequest } from '../chat/grounding.ts'
import { reviewNotice } from '../chat/in-force/date-notices.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { acquireReadingSlot } from '../chat/limits.ts'
import { cutFencedTo } from '../chat/share-context.ts'
import { scopeQuery, type SearchScope } from '../../authorization/documents.ts'
import { agreesToCost, costAnnouncement, unreadSentence } from './notices.ts'
import { createNoteStore, partTokensOf, createMemoryNoteStore, requestKey } from './notes/note-store.ts'
import { packParts, partSize, readingCost, type ReadingTask } from './parts/parts.ts'
import { maxReadingLimit, readablePages, type ReadablePages, type ReadingLimit } from './parts/readable-pages.ts'
import { isConfirmation, turnsOfRequest, wholeRequest, type ReadingRequest } from './whole-request.ts'
import { writeFullReading } from './write-full-reading.ts'

type FullReadingRequest = Pick<
  GroundRequest,
  'owner_id' | 'conversation_id' | 'instructions' | 'turns' | 'prefix' | 'contextWindow' | 'selectModel' | 'as_of' | 'today'
> & {
  task: ReadingTask
}

/** Limits of a reading by task. A transformed text is about as long as the original and must fit in one reply. */
const limitByTask: Record<ReadingTask, ReadingLimit> = {
  gather: maxReadingLimit,
  synthesis: maxReadingLimit,
  transform: { pages: maxReadingLimit.pages, tokens: 350_000 },
}

const alreadyReadingSentence =
  'Une lecture complète est déjà en cours pour vous, dans une autre conversation. Attendez qu’elle finisse ou arrêtez-la, puis reposez votre question\u00a0: il n’y en a qu’une à la fois par personne.'
const nothingToRead = 'Il n’y a pas de texte à lire dans ces documents.'

/**
 * Grounds a reply in a full reading of documents, part by part. If the cost exceeds the setting and the person has not agreed, the reply announces it
 * without calling a model. The caller must have checked access to the scope and that its documents are read.
 */
export async function groundInFullReading(context: Context, scope: SearchScope, groundRequest: FullReadingRequest): Promise<Grounding> {
  const { task, contextWindow, turns } = groundRequest
  const found = await readablePages(context.db, scope, groundRequest, limitByTask[task])
  if (found.pages.length === 0)
    return withReadyAnswer(found.unread.length === 0 ? nothingToRead : `${nothingToRead} N’a pas été lu\u00a0: ${unreadSentence(found.unread)}.`, found.ids)
  const request = wholeRequest(turns)
  const llm = await groundRequest.selectModel(found.ids)
  const { guidance, size, parts, store } = await preparePart(context, groundRequest, found, request, llm.model)
  const storedNotes = await store.readStored()
  const tokens = parts.reduce((sum, part, at) => sum + (storedNotes.has(at) ? 0 : part.tokens), 0)
  const isAgreed = isConfirmation(turns) || agreesToCost(request.text)
  if (tokens > context.config.fullReading.confirmTokens && !isAgreed)
    return withReadyAnswer(costAnnouncement(parts, tokens, found.unread, groundRequest.conversation_id !== null), found.ids)
  return {
    context: '',
    sources: [],
    documents: found.ids,
    notices: groundRequest.prefix === '' ? reviewNotice(found.pages) : [],
    write: (output, signal) =>
      withReadingSlot(context, groundRequest, output, async () => {
        await output.reserveTokens(
          readingCost(
            task,
            parts.filter((_, at) => !storedNotes.has(at)),
            size,
            contextWindow,
          ),
        )
        return writeFullReading({
          reading: {
            llm,
            answered: { by: null },
            task,
            request,
            guidance,
            parts,
            size,
            unread: found.unread,
            store,
            output,
            signal,
            isReadable: createIsReadable(context, scope, groundRequest.as_of, found.documents),
          },
          pages: found.pages,
          warnings: found.warnings,
          instructions: groundRequest.instructions,
          turns: turnsOfRequest(turns),
          prefix: groundRequest.prefix,
          // The last turn of the model is the reply to continue.
          prefixNotices: groundRequest.prefix === '' ? [] : (turns.findLast(({ role }) => role === 'assistant')?.notices ?? []),
          window: contextWindow,
        })
      }),
  }
}

const withReadyAnswer = (answer: string, documents: readonly string[]): Grounding => ({ context: '', sources: [], answer, documents })

/** Share of the context window given to the assistant's own instructions. */
const guidanceShare = 0.25

/** Returns the parts to read and the store of their notes. A reading already begun keeps the part size it had. */
async function preparePart(context: Context, asked: FullReadingRequest, found: ReadablePages, request: ReadingRequest, model: string) {
  const { owner_id, conversation_id, task, contextWindow } = asked
  const { db } = context
  // Only a transformation follows the assistant's instructions; notes do not depend on the assistant.
  const ownInstructions = task === 'transform' ? asked.instructions : ''
  const guidance = cutFencedTo(ownInstructions, contextWindow * guidanceShare)
  const request_key = requestKey({ request, guidance: ownInstructions, task, documents: found.documents, model })
  const size = partSize(task, contextWindow, estimateTokens([guidance, ...request.before, request.text].join('\n')))
  if (conversation_id === null) return { guidance, size, parts: packParts(found.pages, size.text), store: createMemoryNoteStore() }
  const part_tokens = (await partTokensOf(db, { owner_id, conversation_id, request_key })) ?? size.text
  const parts = packParts(found.pages, part_tokens)
  return { guidance, size, parts, store: createNoteStore(db, { owner_id, conversation_id, request_key, task, parts: parts.length, part_tokens }) }
}

/**
 * Runs `work` with the person's only slot for full readings, across all instances. If it is taken, the reply says so.
 * @throws {AppError} `conversations.reading_running` when it is taken and the reply continues an interrupted one
 */
async function withReadingSlot(
  context: Context,
  { owner_id, prefix }: FullReadingRequest,
  output: ReplyOutput,
  work: () => Promise<LlmResult>,
): Promise<LlmResult> {
  const slot = await acquireReadingSlot(context, owner_id)
  if (slot === null) {
    if (prefix !== '') throw new AppError('conversations.reading_running')
    output.appendText(alreadyReadingSentence)
    return { finish: 'stop', usage: { prompt_tokens: 0, completion_tokens: 0 }, model: noModel }
  }
  try {
    return await work()
  } finally {
    await context.replies.releaseSlot(slot)
  }
}

/** Returns a predicate: whether a document is still in the scope and has not been read again since. */
function createIsReadable(context: Context, scope: SearchScope, as_of: Day, documents: ReadablePages['documents']) {
  const readAt = new Map(documents.map(({ id, read_at }) => [id, read_at]))
  return async (document_id: string): Promise<boolean> => {
    const row = await context.db
      .selectFrom('document')
      .where('id', '=', document_id)
      .where(sql<boolean>`id in (${scopeQuery(scope, as_of)})`)
      .select('read_at')
      .executeTakeFirst()
    return row !== undefined && row.read_at === readAt.get(document_id)
  }
}
