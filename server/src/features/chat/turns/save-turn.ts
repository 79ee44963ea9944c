import type { ChatAction } from '@parvis/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../../context.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { withRetries } from '../../../platform/db/retry-transaction.ts'
import { lockConversation } from '../../conversations/add-message.ts'
import { applyQuotas } from '../../quotas/storage-quotas.ts'
import { acquireReplySlot } from '../limits.ts'
import { inheritedNotices, type PromptTurn } from '../notices.ts'
import { isAssistantUsableBy } from '../../../authorization/assistants.ts'
import { readPromptFacts } from '../prompt-facts.ts'
import { writeContinue, writeRegenerate, writeEdit, writeOpening } from './write-actions.ts'
import { listSavedMessages } from './rows.ts'
import { promptIdSql, turnsUpTo, writeQuestion } from './send.ts'
import type { ChatRequest, SavedMessage, SlottedRequest, SavedTurn, WriteAction, WrittenTurn } from './turn.ts'

const writersByAction: Record<Exclude<ChatAction, 'send'>, WriteAction> = {
  opening: writeOpening,
  edit: writeEdit,
  regenerate: writeRegenerate,
  continue: writeContinue,
}

/**
 * Saves a person's request and an empty running reply. `send`, the most frequent action, is a single statement; the others lock and read the conversation
 * first.
 * @throws {AppError} `request.not_found`, `assistants.closed`, `conversations.reply_running`, `conversations.nothing_to_resume`, `chat.no_question`, and
 *   the errors of the limits
 */
export async function saveTurn(context: Context, caller: Caller, request: ChatRequest): Promise<SavedTurn> {
  if (request.action === 'send') {
    const { message_id, place, facts, previous } = await writeQuestion(context, caller.id, request)
    const read = async () => {
      const turns = await turnsUpTo(context.db, request, previous)
      // `previous` was incomplete: the level of the reply that it lacked is read with it.
      if (previous.at(-1)?.role !== 'user') return { facts, turns }
      return { facts: await readPromptFacts(context.db, request.conversation_id, caller.id, null), turns }
    }
    return { message_id, slot: place, prefix: '', prefixNotices: [], previousSources: [], purpose: 'chat', rewritten: null, read }
  }
  const slot = await acquireReplySlot(context, caller)
  const { instruction, rewritten, ...written } = await writeTurn(context, caller, { ...request, action: request.action, slot }).catch((error: unknown) => {
    void context.replies.releaseSlot(slot)
    throw error
  })
  const lastReply = rewritten ?? { content: written.prefix, notices: written.prefixNotices ?? [] }
  return {
    ...written,
    prefixNotices: written.prefixNotices ?? [],
    previousSources: written.previousSources ?? [],
    slot,
    rewritten: rewritten ? { sources: rewritten.sources, notices: inheritedNotices(rewritten.notices, rewritten.status === 'interrompue') } : null,
    async read() {
      const facts = await readPromptFacts(context.db, request.conversation_id, caller.id, rewritten?.id ?? written.continuedId ?? null)
      return { facts, turns: toTurns(await listSavedMessages(context, request.conversation_id), lastReply, instruction) }
    },
  }
}

async function writeTurn(context: Context, caller: Caller, request: SlottedRequest & { action: Exclude<ChatAction, 'send'> }): Promise<WrittenTurn> {
  const { action } = request
  try {
    return await withRetries(() =>
      context.db.transaction().execute(async (db) => {
        await lockConversation(db, request.conversation_id, caller.id)
        await requireOpenAssistant(db, request.conversation_id, caller.id)
        await applyQuotas(db, context.config.quotas)
        // As for a new question (send.ts), the conversation is unarchived.
        await sql`
          update conversation set archived_at = null, prompt_id = ${promptIdSql(request.prompt_id, caller.id)}
          where id = ${request.conversation_id}`.execute(db)
        const messages = await listSavedMessages({ db, models: context.models }, request.conversation_id)
        if (messages.some((message) => message.status === 'en_cours')) throw new AppError('conversations.reply_running')
        return writersByAction[action](context, db, request, messages)
      }),
    )
  } catch (error) {
    // Two simultaneous requests on two instances: the partial unique index decides.
    if (isUniqueViolation(error)) throw new AppError('conversations.reply_running', {}, { cause: error })
    throw error
  }
}

/**
 * Refuses before anything is superseded if the person may no longer use the assistant.
 * @throws {AppError} `assistants.closed`
 */
async function requireOpenAssistant(db: Db, conversation_id: string, owner_id: string): Promise<void> {
  const isOpen = sql<boolean>`(assistant_id is null or ${isAssistantUsableBy(sql`assistant_id`, owner_id)})`
  const open = await db.selectFrom('conversation').where('id', '=', conversation_id).where(isOpen).select('id').executeTakeFirst()
  if (open === undefined) throw new AppError('assistants.closed')
}

/** Converts the messages for the model, without failures and the running reply, then adds the model's last reply and the hidden question, if any. */
function toTurns(messages: readonly SavedMessage[], lastReply: Pick<SavedMessage, 'content' | 'notices'>, instruction: string | null): PromptTurn[] {
  const messagesForModel = messages
    .filter((message) => message.role !== 'system' && message.status !== 'en_cours' && message.content.trim() !== '')
    .map(({ role, content, notices }): PromptTurn => ({ role, content, notices }))
  if (lastReply.content !== '') messagesForModel.push({ role: 'assistant', content: lastReply.content, notices: lastReply.notices })
  if (instruction !== null) messagesForModel.push({ role: 'user', content: instruction, isHidden: true })
  return messagesForModel
}
