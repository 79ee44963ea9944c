import type { ReplyEvent, Source } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ReplyReader } from '../../replies/run.ts'
import type { StreamFormat } from '../../platform/http/reply-stream.ts'
import { presentApiError } from './api-error.ts'

/** Options of an answer in the protocol of OpenAI. */
type CompletionOptions = {
  model: string
  created: number
  includeUsage: boolean
  hasNotes: boolean
  /** The key may read the extracts of the cited documents. */
  hasExtracts: boolean
}

type Done = Extract<ReplyEvent, { type: 'done' }>
type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number }

/** What the events of a reply have said so far, besides its text. */
type Seen = { sources: readonly Source[]; usage: Usage | null }

function note(seen: Seen, event: ReplyEvent): void {
  if (event.type === 'sources') seen.sources = event.sources
  if (event.type !== 'usage') return
  const { prompt_tokens, completion_tokens } = event
  seen.usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** Whether the key was revoked or its owner's account disabled while the reply was written: its text must not look complete. */
const isStopped = ({ finish_reason }: Done): boolean => finish_reason === 'stopped'

const finishReason = ({ finish_reason }: Done): 'stop' | 'length' => (finish_reason === 'length' ? 'length' : 'stop')

/** Returns what a source says of its dates: whether it is in force, and since when. */
const presentDates = ({ version_date = null, valid_until = null, superseded, superseded_on, review_due }: Partial<Source>) => ({
  version_date,
  valid_until,
  ...(superseded !== undefined && { superseded }),
  ...(superseded_on !== undefined && { superseded_on }),
  ...(review_due !== undefined && { review_due }),
})

/** Fields of an answer beyond the protocol: cited sources, and the model that wrote it. */
function extraFields({ sources }: Seen, { hasExtracts }: CompletionOptions, { model, level }: Done) {
  const presented = sources.map(({ number, document_id, document, page, page_to, section, extract, ...dates }) => ({
    number,
    document_id,
    document,
    page,
    ...(page_to !== undefined && { page_to }),
    section,
    ...presentDates(dates),
    ...(hasExtracts && { extract }),
  }))
  return { sources: presented, ...(model !== undefined && { answered_by: { model, level: level ?? null } }) }
}

/** Returns the sources as notes for the end of the text; empty without any. */
function notesOf({ sources }: Seen, { hasNotes }: CompletionOptions): string {
  if (!hasNotes || sources.length === 0) return ''
  const lines = sources.map(({ number, document, page, section }) => {
    const place = [document, page === null ? null : `page ${page}`, section].filter(Boolean).join(', ')
    return `[${number}] ${place}`
  })
  return `\n\nSources\u00A0:\n${lines.join('\n')}`
}

/** Creates the format of one streamed reply: events `chat.completion.chunk`, then `[DONE]`, or an error. */
export function completionChunks(stream_id: string, options: CompletionOptions): StreamFormat {
  const { model, created, includeUsage } = options
  const seen: Seen = { sources: [], usage: null }
  const head = { id: `chatcmpl-${stream_id}`, object: 'chat.completion.chunk', created, model }
  const usageField = includeUsage ? { usage: null } : {}
  const send = (data: object) => `data: ${JSON.stringify(data)}\n\n`
  const chunk = (delta: object, finish_reason: string | null = null, extra: object = {}) =>
    send({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...usageField, ...extra })
  let isBegun = false
  let isFailed = false
  const begin = () => {
    if (isBegun) return ''
    isBegun = true
    return chunk({ role: 'assistant', content: '' })
  }
  const end = (done: Done): string => {
    const notes = notesOf(seen, options)
    return (
      begin() +
      (notes === '' ? '' : chunk({ content: notes })) +
      chunk({}, finishReason(done), extraFields(seen, options, done)) +
      (includeUsage && seen.usage !== null ? send({ ...head, choices: [], usage: seen.usage }) : '') +
      'data: [DONE]\n\n'
    )
  }
  const encodeEvent = (event: ReplyEvent): string => {
    note(seen, event)
    if (event.type === 'delta') return begin() + chunk({ content: event.text })
    if (event.type === 'error') {
      isFailed = true
      return send(presentApiError(new AppError(event.code, { sentence: event.error })).body)
    }
    if (event.type !== 'done' || isFailed) return ''
    return isStopped(event) ? send(presentApiError(new AppError('keys.invalid')).body) : end(event)
  }
  return { contentType: 'text/event-stream; charset=utf-8', keepAlive: ':\n\n', showsItsEnd: true, encode: (events) => events.map(encodeEvent).join('') }
}

/**
 * Waits for the end of a reply and returns it whole.
 * @throws {AppError} when the reply fails, `keys.invalid` when its key is revoked meanwhile, `llm.aborted` when the client disconnects
 */
export async function wholeCompletion(reader: ReplyReader, disconnected: AbortSignal, options: CompletionOptions): Promise<object> {
  await reader.waitForFirstEvent('text', disconnected)
  const seen: Seen = { sources: [], usage: null }
  let text = ''
  const done = await new Promise<Done>((resolve, reject) => {
    let position = reader.after
    const read = () => {
      const { events, next } = reader.pull(position)
      position = next
      for (const event of events) {
        note(seen, event)
        if (event.type === 'delta') text += event.text
        if (event.type === 'error') reject(new AppError(event.code, { sentence: event.error }))
        if (event.type === 'done' && isStopped(event)) reject(new AppError('keys.invalid'))
        else if (event.type === 'done') resolve(event)
      }
    }
    const unsubscribe = reader.subscribe(read)
    disconnected.addEventListener('abort', () => (unsubscribe(), reject(new AppError('llm.aborted'))), { once: true })
    if (disconnected.aborted) reject(new AppError('llm.aborted'))
    else read()
  })
  const { model, created } = options
  return {
    id: `chatcmpl-${reader.stream_id}`,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text + notesOf(seen, options), refusal: null },
        logprobs: null,
        finish_reason: finishReason(done),
      },
    ],
    ...(seen.usage !== null && { usage: seen.usage }),
    ...extraFields(seen, options, done),
  }
}
