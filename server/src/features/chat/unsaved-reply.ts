import type { Day, ModelLevel, Source } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { LlmMessage } from '../../platform/llm/port.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { Caller, Context } from '../../context.ts'
import type { PreparedPrompt, ReplyReader } from '../../replies/run.ts'
import { requireCharter } from '../charter/acceptance.ts'
import { readAssistantFileIds } from '../assistants/files.ts'
import { findAssistant } from '../assistants/queries.ts'
import { readProfile } from '../profile/profile.ts'
import { findLibrary } from '../documents/categories.ts'
import { findProject } from '../projects/queries.ts'
import type { SearchScope } from '../../authorization/documents.ts'
import { isOwnText } from '../../authorization/projects.ts'
import type { FindGrounding } from './grounding.ts'
import { acquireReplySlot } from './limits.ts'
import { fixedNoticesIn } from './notices.ts'
import { preparePrompt } from './prepare-prompt.ts'
import { levelOfScopes, maxLevel } from './request-level.ts'
import { enrichedSystemPrompt, splitHistory } from './prompt.ts'

type UnsavedRequest = {
  history: readonly LlmMessage[]
  assistant_id?: string | null | undefined
  project_id?: string | null | undefined
  /** Checks or completes the prompt before the model is called. What it throws ends the reply. */
  review?(prompt: PreparedPrompt): PreparedPrompt
  /** Document category that the reply searches. */
  library?: string | null
  /** Minimum level of the models, beyond that of the assistant and the project, and preferred model without an assistant. */
  min_level?: ModelLevel | undefined
  model_id?: string | null | undefined
  /** Day at which the question is answered. */
  as_of?: Day | null | undefined
  key_id?: string
}

/**
 * Answers a history held by the client (the specification's plain calls). No message is saved; the reply is aborted when nobody reads it any more.
 * @throws {AppError} `charter.not_accepted`, `chat.no_question`, `request.not_found` for an assistant or a project that the person may not use, and the errors of the limits
 */
export function startUnsavedReply(context: Context, caller: Caller, request: UnsavedRequest, ground?: FindGrounding): Promise<ReplyReader> {
  return context.replies.admit(() => answer(context, caller, request, ground ?? null))
}

async function answer(context: Context, caller: Caller, request: UnsavedRequest, ground: FindGrounding | null): Promise<ReplyReader> {
  await requireCharter(context, caller.id)
  const { system, turns: history } = splitHistory(request.history)
  const turns = history.map((turn) => (turn.role === 'assistant' ? { ...turn, notices: fixedNoticesIn(turn.content) } : turn))
  if (turns.at(-1)?.role !== 'user') throw new AppError('chat.no_question')
  const assistant = request.assistant_id ? await findAssistant(context.db, request.assistant_id, caller) : null
  if (request.assistant_id && assistant === null) throw notFound()
  const project = request.project_id ? await findProject(context.db, request.project_id, caller.id) : null
  if (request.project_id && project === null) throw notFound()
  const promptProject = project && { ...project, is_own: await isOwnText(context.db, project.id, caller.id) }
  const assistant_files = assistant === null ? [] : await readAssistantFileIds(context.db, assistant.id, caller.id)
  const profile = assistant === null && !ground ? null : await readProfile(context.db, caller.id)
  const instructions =
    assistant === null && project === null
      ? (system ?? enrichedSystemPrompt(null, null, null))
      : enrichedSystemPrompt(assistant?.prompt_content ?? system, assistant && profile, promptProject)
  const slot = await acquireReplySlot(context, caller, assistant)
  return context.replies.start({
    owner_id: caller.id,
    key_id: request.key_id,
    slot,
    conversation_id: null,
    message_id: null,
    async prepare(signal, shorter) {
      // The earlier replies may come from any document that this request can search: nothing else tells.
      const hasReplies = turns.some(({ role }) => role === 'assistant')
      const history_level = hasReplies ? await levelOfScopes(context.db, await scopesOf(context.db, caller.id, request.library, assistant, assistant_files)) : 1
      const facts = {
        library: null,
        as_of: null,
        requestedDay: request.as_of ?? null,
        assistant_categories: assistant?.document_category_ids ?? [],
        assistant_files,
        profile,
        files: [],
        project_files: [],
        usual_level: maxLevel(assistant?.min_level ?? 1, project?.min_level ?? 1, request.min_level ?? 1),
        history_level,
        masking: {
          conversation_id: null,
          mode: context.masking.modeOf(assistant && { masking: assistant.masking, is_personal: assistant.owner_name !== undefined }),
        },
        preferred_model: (assistant === null ? request.model_id : assistant.model_id) ?? null,
      } as const
      const parts = { owner_id: caller.id, conversation_id: null, instructions, turns, purpose: 'chat', prefix: '', previousSources: [], ...facts } as const
      const prompt = await preparePrompt(context, parts, ground, signal, shorter)
      return request.review?.(prompt) ?? prompt
    },
  })
}

/** Returns the scopes that an unsaved request searches: a category by name, and those and the files of its assistant. */
async function scopesOf(
  db: Db,
  caller_id: string,
  name: string | null | undefined,
  assistant: { document_category_ids: readonly string[] } | null,
  assistant_files: readonly string[],
): Promise<SearchScope[]> {
  const library = name?.trim() ? await findLibrary(db, name.trim(), caller_id) : null
  const categories = [...(library === null ? [] : [library.id]), ...(assistant?.document_category_ids ?? [])]
  return [
    ...(assistant_files.length === 0 ? [] : [{ owner_id: caller_id, documents: assistant_files }]),
    ...categories.map((category_id) => ({ category_id, reader_id: caller_id })),
  ]
}

/**
 * Waits for the end of a reply and returns its whole text and sources.
 * @param disconnected aborted when the client disconnects
 * @throws {AppError} when the reply fails or is incomplete, `llm.aborted` when the client disconnects
 */
export async function collectReply(reader: ReplyReader, disconnected: AbortSignal): Promise<{ response: string; sources: Source[] }> {
  await reader.waitForFirstEvent('text', disconnected)
  return new Promise((resolve, reject) => {
    let position = reader.after
    let response = ''
    let sources: Source[] = []
    const read = () => {
      const { events, next, isEnded } = reader.pull(position)
      position = next
      for (const event of events) {
        if (event.type === 'delta') response += event.text
        if (event.type === 'sources') sources = event.sources
        if (event.type === 'error') reject(new AppError(event.code))
        // The model's own limit ends a reply without an error, and a plain text cannot tell that it is truncated.
        if (event.type === 'done' && event.status !== 'complete') reject(new AppError('llm.truncated'))
      }
      if (isEnded) {
        unsubscribe()
        resolve({ response, sources })
      }
    }
    const abort = () => {
      unsubscribe()
      reject(new AppError('llm.aborted'))
    }
    const unsubscribe = reader.subscribe(read)
    disconnected.addEventListener('abort', abort, { once: true })
    if (disconnected.aborted) abort()
    else read()
  })
}
