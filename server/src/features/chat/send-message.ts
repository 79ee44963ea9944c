import { sql } from 'kysely'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReader } from '../../replies/run.ts'
import { requireCharter } from '../charter/acceptance.ts'
import type { FindGrounding } from './grounding.ts'
import { preparePrompt } from './prepare-prompt.ts'
import { enrichedSystemPrompt } from './prompt.ts'
import { maxLevel } from './request-level.ts'
import { documentInPrompt, requireDocument, withoutChanges } from './document-in-prompt.ts'
import { saveTurn } from './turns/save-turn.ts'
import type { ChatRequest, SavedTurn } from './turns/turn.ts'

/**
 * Answers in a saved conversation. The question and an empty running reply are saved before the model is called; the reply then goes on even if the client
 * disconnects.
 * @throws {AppError} `request.not_found`, `charter.not_accepted`, `conversations.reply_running`, `conversations.nothing_to_resume`, `server.stopping`,
 *   and the errors of the limits
 */
export function sendMessage(context: Context, caller: Caller, request: ChatRequest, ground?: FindGrounding): Promise<ReplyReader> {
  // Checked before anything is written: a question refused by a shutdown must not appear in the conversation.
  return context.replies.admit(() => startReply(context, caller, request, ground ?? null))
}

async function startReply(context: Context, caller: Caller, request: ChatRequest, ground: FindGrounding | null): Promise<ReplyReader> {
  // An introduction is no question of the person.
  if (request.action !== 'opening') await requireCharter(context, caller.id)
  await requireDocument(context.db, caller.id, request)
  let turn: SavedTurn
  try {
    turn = await saveTurn(context, caller, request)
  } catch (error) {
    const existingReply = await findReplyToSent(context, caller, request)
    if (existingReply === null) throw error
    if (!existingReply.is_refused) return context.replies.read(existingReply.id, caller.id, 0)
    turn = await saveTurn(context, caller, { ...request, action: 'regenerate', message_id: existingReply.id })
  }
  return context.replies.start({
    owner_id: caller.id,
    conversation_id: request.conversation_id,
    message_id: turn.message_id,
    slot: turn.slot,
    prefix: turn.prefix,
    notices: turn.prefixNotices,
    async prepare(signal, shorter) {
      const { facts, turns: saved } = await turn.read()
      const { assistant_prompt, project, assistant_masking, masking_choice: choice, writes_document, ...otherFacts } = facts
      // Documents only raise the level, thus reduce the candidates: this window is never too large.
      const window = Math.min(context.models.expect({ level: maxLevel(facts.usual_level, facts.history_level) }).contextTokens(), shorter ?? Infinity)
      const continued_id = turn.prefix === '' ? undefined : turn.continuedId
      const reply = { person_id: caller.id, message_id: turn.message_id, request, continued_id, replaced_id: turn.replacedId, window, writes_document }
      const document = await documentInPrompt(context.db, reply)
      const turns = saved.map((one) =>
        one.role === 'assistant' && !isContinued(turn, one) ? { ...one, content: withoutChanges(one.content, document !== null) } : one,
      )
      const enriched = enrichedSystemPrompt(assistant_prompt, facts.profile, project)
      const { conversation_id } = request
      const parts = {
        owner_id: caller.id,
        conversation_id,
        instructions: document === null ? enriched : `${enriched}\n\n${document.section}`,
        turns,
        purpose: turn.purpose,
        prefix: turn.prefix,
        previousSources: turn.previousSources,
        requestedDay: request.as_of ?? null,
        masking: { conversation_id, reply_id: turn.message_id, mode: context.masking.modeOf(assistant_masking), choice },
        ...otherFacts,
        // Later replies read this one, which may quote the document: its level is stored with the reply.
        history_level: maxLevel(facts.history_level, document?.level ?? 1),
      }
      return preparePrompt(context, parts, groundingOfTurn(turn, ground), signal, shorter)
    },
  })
}

/** Whether a message is the interrupted reply that the turn continues: the model reads it as it is. */
const isContinued = ({ prefix }: SavedTurn, { content }: { content: string }) => prefix !== '' && content === prefix

/** A rewritten reply has the sources of the original: documents are not searched again. */
function groundingOfTurn({ purpose, rewritten }: SavedTurn, ground: FindGrounding | null): FindGrounding | null {
  if (rewritten !== null) return rewritten.sources.length === 0 && rewritten.notices.length === 0 ? null : async () => ({ context: '', ...rewritten })
  return purpose === 'chat' ? ground : null
}

/**
 * Returns the reply to a question already saved with this `client_message_id`; null when there is none. Among several replies it is the current one, else
 * the one superseded last. `is_refused`: it is the last message, and no model had its level, so that sending the question again asks for another reply.
 */
async function findReplyToSent(context: Context, caller: Caller, request: ChatRequest): Promise<{ id: string; is_refused: boolean } | null> {
  if (request.client_message_id === undefined) return null
  const row = await context.db
    .selectFrom('message as question')
    .innerJoin('conversation', 'conversation.id', 'question.conversation_id')
    .innerJoin('message as reply', (join) =>
      join.onRef('reply.conversation_id', '=', 'question.conversation_id').onRef('reply.parent_position', '=', 'question.position'),
    )
    .where('conversation.owner_id', '=', caller.id)
    .where('question.conversation_id', '=', request.conversation_id)
    .where('question.client_message_id', '=', request.client_message_id)
    .where('reply.role', '=', 'assistant')
    // The current reply has no `superseded_at`, and nulls come first. A `continued` reply is skipped: the one that continues it has the whole text.
    .where('reply.continued', '=', false)
    .orderBy('reply.superseded_at', 'desc')
    .orderBy('reply.position', 'desc')
    .select([
      'reply.id',
      sql<boolean>`(reply.superseded_at is null and reply.error_code is not distinct from 'llm.no_model_for_level'
        and not exists (select 1 from message later where later.conversation_id = reply.conversation_id and later.position > reply.position and later.superseded_at is null))`.as(
        'is_refused',
      ),
    ])
    .executeTakeFirst()
  return row ?? null
}
