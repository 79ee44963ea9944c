import type { Source } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { LlmMessage } from '../../platform/llm/port.ts'
import type { Caller, Context } from '../../context.ts'
import type { ReplyReading } from '../../replies/run.ts'
import { readAssistantFileIds } from '../assistants/assistant-files.ts'
import { findAssistant } from '../assistants/queries.ts'
import { readProfile } from '../profile/profile.ts'
import { findProject, isOwnText } from '../projects/queries.ts'
import type { Ground } from './grounding.ts'
import { takePlace } from './limits.ts'
import { preparePrompt } from './prepare-prompt.ts'
import { enrichedSystemPrompt, fromHistory } from './prompt.ts'

type UnkeptRequest = { history: readonly LlmMessage[]; assistant_id?: string | null | undefined; project_id?: string | null | undefined }

/**
 * Answers a history held by the client (the specification's plain calls). No message is saved; the reply is aborted when nobody reads it any more.
 * @throws {AppError} `chat.no_question`, `request.not_found` for an assistant or a project that the person may not use, and the errors of the limits
 */
export function startUnkeptReply(context: Context, caller: Caller, request: UnkeptRequest, ground?: Ground): Promise<ReplyReading> {
  return context.replies.admit(() => answer(context, caller, request, ground ?? null))
}

async function answer(context: Context, caller: Caller, request: UnkeptRequest, ground: Ground | null): Promise<ReplyReading> {
  const { system, turns } = fromHistory(request.history)
  if (turns.at(-1)?.role !== 'user') throw new AppError('chat.no_question')
  const assistant = request.assistant_id ? await findAssistant(context.db, request.assistant_id, caller) : null
  if (request.assistant_id && assistant === null) throw notFound()
  const project = request.project_id ? await findProject(context.db, request.project_id, caller.id) : null
  if (request.project_id && project === null) throw notFound()
  const shown = project && { ...project, is_own: await isOwnText(context.db, project.id, caller.id) }
  const assistant_files = assistant === null ? [] : await readAssistantFileIds(context.db, assistant.id, caller.id)
  const profile = assistant === null && !ground ? null : await readProfile(context.db, caller.id)
  const instructions =
    assistant === null && project === null
      ? (system ?? enrichedSystemPrompt(null, null, null))
      : enrichedSystemPrompt(assistant?.prompt_content ?? system, assistant && profile, shown)
  const place = await takePlace(context, caller, assistant)
  return context.replies.start({
    owner_id: caller.id,
    place,
    conversation_id: null,
    message_id: null,
    prepare(signal, shorter) {
      const known = { library: null, assistant_categories: assistant?.document_category_ids ?? [], assistant_files, profile, files: [], project_files: [] }
      const parts = { owner_id: caller.id, conversation_id: null, instructions, turns, purpose: 'chat', prefix: '', had: [], ...known } as const
      return preparePrompt(context, parts, ground, signal, shorter)
    },
  })
}

/**
 * Waits for the end of a reply and returns its whole text and sources.
 * @param gone aborted when the client disconnects
 * @throws {AppError} when the reply fails or is incomplete, `llm.aborted` when the client disconnects
 */
export async function wholeReply(reading: ReplyReading, gone: AbortSignal): Promise<{ response: string; sources: Source[] }> {
  await reading.begun('text', gone)
  return new Promise((resolve, reject) => {
    let place = reading.after
    let response = ''
    let sources: Source[] = []
    const read = () => {
      const { events, next, ended } = reading.pull(place)
      place = next
      for (const event of events) {
        if (event.type === 'delta') response += event.text
        if (event.type === 'sources') sources = event.sources
        if (event.type === 'error') reject(new AppError(event.code))
        // The model's own limit ends a reply without an error, and a plain text cannot tell that it is truncated.
        if (event.type === 'done' && event.status !== 'complete') reject(new AppError('llm.truncated'))
      }
      if (ended) {
        unsubscribe()
        resolve({ response, sources })
      }
    }
    const leave = () => {
      unsubscribe()
      reject(new AppError('llm.aborted'))
    }
    const unsubscribe = reading.subscribe(read)
    gone.addEventListener('abort', leave, { once: true })
    if (gone.aborted) leave()
    else read()
  })
}
