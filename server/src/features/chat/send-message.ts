import type { Caller, Context } from '../../context.ts'
import type { ReplyReading } from '../../replies/reply-runs.ts'
import type { Ground } from './grounding.ts'
import { preparePrompt } from './prepare-prompt.ts'
import { enrichedSystemPrompt } from './prompt.ts'
import { takeTurn } from './turns/take-turn.ts'
import type { KeptRequest, Turn } from './turns/turn.ts'

/**
 * Answers in a kept conversation. The question and an empty running reply are written before the model is called; the
 * reply then goes on whoever listens.
 * @throws {AppError} `request.not_found`, `conversations.reply_running`, `conversations.nothing_to_resume`, `server.stopping`, limits
 */
export function sendMessage(context: Context, caller: Caller, request: KeptRequest, ground?: Ground): Promise<ReplyReading> {
  // Before anything is written: a question that is refused is not to be found in the conversation.
  return context.replies.admit(() => answer(context, caller, request, ground ?? null))
}

async function answer(context: Context, caller: Caller, request: KeptRequest, ground: Ground | null): Promise<ReplyReading> {
  let turn: Turn
  try {
    turn = await takeTurn(context, caller, request)
  } catch (error) {
    const again = await alreadySent(context, caller, request)
    if (again === null) throw error
    return again
  }
  return context.replies.start({
    owner_id: caller.id,
    conversation_id: request.conversation_id,
    message_id: turn.message_id,
    place: turn.place,
    prefix: turn.prefix,
    async prepare(signal, shorter) {
      const { facts, turns } = await turn.read()
      const { assistant_prompt, project, ...known } = facts
      const instructions = enrichedSystemPrompt(assistant_prompt, facts.profile, project)
      const { conversation_id } = request
      const parts = { owner_id: caller.id, conversation_id, instructions, turns, purpose: turn.purpose, prefix: turn.prefix, had: turn.had, ...known }
      return preparePrompt(context, parts, groundOf(turn, ground), signal, shorter)
    },
  })
}

/** An answer that is put otherwise rests on the sources it had: nothing is searched again. */
function groundOf({ purpose, rewritten }: Turn, ground: Ground | null): Ground | null {
  if (rewritten !== null) return rewritten.sources.length === 0 && rewritten.notice === '' ? null : async () => ({ context: '', ...rewritten })
  return purpose === 'chat' ? ground : null
}

/** A retry of a question that was kept gives its reply again, from its start: the one that is shown, or was last, of those that were made to it. */
async function alreadySent(context: Context, caller: Caller, request: KeptRequest): Promise<ReplyReading | null> {
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
    // What is shown has none, which comes first; the beginning of a reply that went on ends with the one that went on from it.
    .where('reply.continued', '=', false)
    .orderBy('reply.superseded_at', 'desc')
    .orderBy('reply.position', 'desc')
    .select('reply.id')
    .executeTakeFirst()
  return row === undefined ? null : context.replies.read(row.id, caller.id, 0)
}
