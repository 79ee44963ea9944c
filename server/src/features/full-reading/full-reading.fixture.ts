import { routes } from '@parvis/contract'
import { handlers } from '../../app-handlers.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { createChatBench, openBench, type ChatBench } from '../../testing/chat-bench.ts'
import type { FindGrounding } from '../chat/grounding.ts'
import { sendMessage } from '../chat/send-message.ts'
import { startUnsavedReply } from '../chat/unsaved-reply.ts'
import { requireScope } from '../library/ground.ts'
import { groundInFullReading } from './full-reading-ground.ts'
import type { ReadingTask } from './parts/parts.ts'

/** Documents and task of the next questions. */
type FixtureReading = { task: ReadingTask; document_id: string | null; window: number }

/** Handlers of a chat in which every question gets a full reading of the person's documents, as `asked` says. */
export function readingHandlers(asked: FixtureReading): RouteHandler[] {
  const { stream } = routes.chat
  const reading = handle(stream, async ({ context, caller, body }) => {
    // Bypasses the route's check of the owner: the reading itself must refuse other people's documents.
    const scope = asked.document_id === null ? await requireScope(context, caller, asked) : { owner_id: caller.id, documents: [asked.document_id] }
    const ground: FindGrounding = (request) => groundInFullReading(context, scope, { ...request, task: asked.task, contextWindow: asked.window })
    const { conversation_id, action, message_id, client_message_id, messageHistory } = body
    if (!conversation_id) return startUnsavedReply(context, caller, { history: messageHistory }, ground)
    const content = messageHistory.findLast(({ role }) => role === 'user')?.content ?? ''
    return sendMessage(context, caller, { conversation_id, action, content, message_id, client_message_id }, ground)
  })
  return [...handlers.filter(({ route }) => route !== stream), reading]
}

export type ReadingBench = ChatBench & { asked: FixtureReading }

export function openReadingBench(): ReadingBench {
  const asked: FixtureReading = { task: 'gather', document_id: null, window: 32_000 }
  const config = { chat: { maxRunning: 50, maxPerMinute: 10_000 } }
  return openBench(async () => {
    // Long timeouts: a part that hangs is there to be aborted, not to time out.
    const bench = await createChatBench({ handlers: readingHandlers(asked), config }, { firstTokenMs: 60_000, totalMs: 120_000 })
    return Object.assign(bench, { asked })
  })
}
