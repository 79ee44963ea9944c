import type { ConversationWithChanges, FinishReason, Message, ReplyStatus, Source } from '@parvis/contract'
import { clampChanges } from '../context/context-changes.ts'

/** A message as the screen shows it. System messages are left out. */
export interface ChatMessage {
  /** React key: stays the same when the server gives the message its id. */
  key: string
  /** Server id; null until it is known. */
  id: string | null
  role: 'user' | 'assistant'
  content: string
  status: ReplyStatus
  finish_reason: FinishReason | null
  /** Sentence that explains why a reply is incomplete. */
  error: string | null
  sources: Source[]
  /** Document parts read so far by a full reading; null for any other reply. */
  progress: { done: number; total: number } | null
  feedback: Message['feedback']
  client_message_id: string | null
  /** Ids of all versions of this message, its own included, oldest first. Empty when there is only one, or until they are known. */
  versions: readonly string[]
}

/** The reply being written. A conversation has one at most. */
export interface RunningReply {
  /** Key of its message. */
  key: string
  /** Null until the first event of the reply. */
  stream_id: string | null
  /** Text received by the current connection. Shorter than the displayed text while a resumed stream repeats its beginning. */
  received: string
  isStopping: boolean
  /** Whether the connection is lost and being re-established. */
  isCut: boolean
}

/**
 * `loading`: the conversation is being fetched. `opening`: the assistant introduces itself. `switching`: another version of a message is being fetched.
 * `ready`: the person can write.
 */
export interface ChatState {
  phase: 'loading' | 'opening' | 'switching' | 'ready'
  conversation: ConversationWithChanges | null
  messages: readonly ChatMessage[]
  reply: RunningReply | null
  /** Sentence shown above the field that is not a message, such as « une réponse est en cours ailleurs ». */
  notice: string | null
  /** Text given back to the composer. A new object each time, so that the same text can be given back twice. */
  returned: { text: string } | null
}

export type ChatEvent =
  | { type: 'loaded'; conversation: ConversationWithChanges | null; messages: readonly Message[] }
  | { type: 'entered'; conversation: ConversationWithChanges }
  | { type: 'opening'; key: string }
  | { type: 'openingFailed'; greeting: string }
  | { type: 'sent'; key: string; replyKey: string; content: string; client_message_id: string }
  | { type: 'edited'; target: string; key: string; replyKey: string; content: string; client_message_id: string }
  | { type: 'regenerated'; replyKey: string }
  | { type: 'continued' }
  | { type: 'resumed'; key: string; stream_id: string }
  | { type: 'started'; stream_id: string }
  | { type: 'delta'; text: string }
  | { type: 'sources'; sources: Source[] }
  | { type: 'progress'; done: number; total: number }
  | { type: 'explained'; error: string }
  | { type: 'cut'; isCut: boolean }
  | { type: 'stopping' }
  | { type: 'done'; status: ReplyStatus; finish_reason: FinishReason; message_id: string | null }
  | { type: 'failed'; content: string; error: string | null }
  | { type: 'refused'; notice: string; text: string }
  | { type: 'switching' }
  | { type: 'switched'; key: string; id: string }
  | { type: 'rated'; key: string; feedback: Message['feedback'] }
  | { type: 'noticed'; notice: string | null }

export const initialChatState: ChatState = { phase: 'loading', conversation: null, messages: [], reply: null, notice: null, returned: null }

/** Text of a failed reply (specification, chapter 8). */
export const failureSentence = 'Désolé, une erreur est survenue. Veuillez réessayer.'

const blank = {
  id: null,
  status: 'complete',
  finish_reason: null,
  error: null,
  sources: [],
  progress: null,
  feedback: null,
  client_message_id: null,
  versions: [],
} as const

const question = (event: { key: string; content: string; client_message_id: string }): ChatMessage => ({
  ...blank,
  sources: [],
  key: event.key,
  role: 'user',
  content: event.content,
  client_message_id: event.client_message_id,
})

const emptyReply = (key: string): ChatMessage => ({ ...blank, sources: [], key, role: 'assistant', content: '', status: 'en_cours' })

const running = (key: string, stream_id: string | null = null): RunningReply => ({
  key,
  stream_id,
  received: '',
  isStopping: false,
  isCut: false,
})

/** Reducer of a chat screen (specification, chapter 4). */
export function chatReducer(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'loaded':
      return { ...state, phase: 'ready', conversation: event.conversation, messages: fromServer(event.messages, state.messages), reply: null }
    case 'entered':
      return { ...state, conversation: event.conversation }
    case 'opening':
      return { ...state, phase: 'opening', messages: [emptyReply(event.key)], reply: running(event.key), notice: null }
    case 'openingFailed':
      return finish(state, { content: event.greeting, status: 'erreur', finish_reason: 'error' })
    case 'sent':
      return startWriting(state, [...state.messages, question(event), emptyReply(event.replyKey)], event.replyKey)
    case 'edited': {
      const at = state.messages.findIndex(({ key }) => key === event.target)
      return at === -1
        ? state
        : startWriting(clampContextChanges(state, at), [...state.messages.slice(0, at), question(event), emptyReply(event.replyKey)], event.replyKey)
    }
    case 'regenerated': {
      const remaining = state.messages.at(-1)?.role === 'assistant' ? state.messages.slice(0, -1) : state.messages
      return startWriting(clampContextChanges(state, remaining.length), [...remaining, emptyReply(event.replyKey)], event.replyKey)
    }
    case 'continued':
      return continueLast(state)
    case 'resumed':
      return { ...state, reply: running(event.key, event.stream_id) }
    case 'started':
      return withReply(state, { stream_id: event.stream_id })
    case 'delta': {
      const { reply } = state
      if (!reply) return state
      const received = reply.received + event.text
      // A resumed stream repeats its beginning: the displayed text stays until the received text is longer.
      const edit = (message: ChatMessage) => (message.content.startsWith(received) ? message : { ...message, content: received })
      return change(state, edit, { ...reply, received })
    }
    case 'sources':
      return withReplyMessage(state, { sources: event.sources })
    case 'progress':
      return withReplyMessage(state, { progress: { done: event.done, total: event.total } })
    case 'explained':
      return withReplyMessage(state, { error: event.error })
    case 'cut':
      return withReply(state, { isCut: event.isCut })
    case 'stopping':
      return withReply(state, { isStopping: true })
    case 'done':
      return finish(state, {
        status: event.status,
        finish_reason: event.finish_reason,
        id: event.message_id,
        // Without a saved message, the progress of the reading is not saved either.
        ...(event.message_id === null && { progress: null }),
      })
    case 'failed':
      return finish(
        state,
        hasPartialText(state)
          ? { status: 'interrompue', finish_reason: 'cut', error: event.error }
          : { status: 'erreur', finish_reason: 'error', content: event.content, error: event.error },
      )
    case 'refused': {
      const last = state.messages.at(-1)
      const at = state.messages.length - (last?.key === state.reply?.key ? 1 : 0)
      const refusedQuestion = state.messages[at - 1]
      const messages = state.messages.slice(0, refusedQuestion?.role === 'user' && refusedQuestion.content === event.text ? at - 1 : at)
      return { ...state, phase: 'ready', messages, reply: null, notice: event.notice, returned: event.text === '' ? state.returned : { text: event.text } }
    }
    case 'switching':
      return { ...state, phase: 'switching', notice: null }
    // The message keeps its key: on the screen it is the same message with other content.
    case 'switched':
      return withMessage(state, event.key, { id: event.id, client_message_id: null })
    case 'rated':
      return withMessage(state, event.key, { feedback: event.feedback })
    case 'noticed':
      return { ...state, notice: event.notice }
  }
}

/** Resumes the last reply from where it stopped. */
function continueLast(state: ChatState): ChatState {
  const last = state.messages.at(-1)
  if (last?.role !== 'assistant') return state
  const remaining = state.messages.slice(0, -1)
  return startWriting(clampContextChanges(state, remaining.length), [...remaining, { ...last, status: 'en_cours', finish_reason: null, error: null }], last.key)
}

/** Shows `messages` and marks the one of `key` as being written. Clears the notice. */
const startWriting = (state: ChatState, messages: readonly ChatMessage[], key: string): ChatState => ({
  ...state,
  phase: 'ready',
  messages,
  reply: running(key),
  notice: null,
})

/** Moves the context changes made after the first `count` messages to just after them, as the server does when later messages are replaced. */
const clampContextChanges = (state: ChatState, count: number): ChatState => ({ ...state, conversation: clampChanges(state.conversation, count) })

const withReply = (state: ChatState, changes: Partial<RunningReply>): ChatState => (state.reply ? { ...state, reply: { ...state.reply, ...changes } } : state)

function change(state: ChatState, edit: (message: ChatMessage) => ChatMessage, reply = state.reply): ChatState {
  return { ...state, reply, messages: state.messages.map((message) => (message.key === reply?.key ? edit(message) : message)) }
}

const withReplyMessage = (state: ChatState, changes: Partial<ChatMessage>): ChatState => change(state, (message) => ({ ...message, ...changes }))

const withMessage = (state: ChatState, key: string, changes: Partial<ChatMessage>): ChatState => ({
  ...state,
  messages: state.messages.map((message) => (message.key === key ? { ...message, ...changes } : message)),
})

function finish(state: ChatState, changes: Partial<ChatMessage>): ChatState {
  const ended = withReplyMessage(state, changes)
  return { ...ended, phase: 'ready', reply: null }
}

const hasPartialText = (state: ChatState): boolean => state.messages.some((message) => message.key === state.reply?.key && message.content !== '')

/** Converts the server's messages for display, and keeps the keys of those already shown. */
function fromServer(messages: readonly Message[], shown: readonly ChatMessage[]): ChatMessage[] {
  return messages.flatMap((message) => {
    if (message.role === 'system') return []
    const existing = shown.find(
      ({ id, client_message_id }) => id === message.id || (client_message_id !== null && client_message_id === message.client_message_id),
    )
    const { id, role, content, status, finish_reason, error, sources, progress = null, feedback, client_message_id, versions = [] } = message
    // The database has no text for a running reply: the displayed text stays.
    const text = status === 'en_cours' && existing !== undefined && existing.content.startsWith(content) ? existing.content : content
    return [{ key: existing?.key ?? id, id, role, content: text, status, finish_reason, error, sources, progress, feedback, client_message_id, versions }]
  })
}

/** Text displayed for a message. A reply that failed before its first word shows `failureSentence`. */
export const displayedText = (message: Pick<ChatMessage, 'status' | 'content'>): string =>
  message.status === 'erreur' && message.content === '' ? failureSentence : message.content

/** Sentence on the progress of a full reading, until the answer's first word; null otherwise. */
export function readingProgressSentence({ progress }: Pick<ChatMessage, 'progress'>, reply: RunningReply): string | null {
  if (progress === null || reply.received !== '') return null
  return progress.done === progress.total ? 'Lecture terminée, rédaction de la réponse…' : `Lecture du document\u00a0: ${partsOf(progress)}`
}

const partsOf = ({ done, total }: { done: number; total: number }): string => `${done}\u00a0${done > 1 ? 'parties' : 'partie'} sur ${total}`

/** Action offered on an incomplete reply; null for a complete one. Callers offer it on the last message only. */
export function recoveryActionOf(message: ChatMessage): 'resume' | 'continue' | 'retry' | null {
  if (message.role !== 'assistant') return null
  if (message.status === 'erreur') return 'retry'
  if (message.status !== 'interrompue') return null
  if (message.finish_reason === 'stopped' && message.content === '' && message.progress === null) return 'retry'
  return message.finish_reason === 'stopped' || message.finish_reason === 'length' ? 'continue' : 'resume'
}

/** Sentence that says why a reply is incomplete and what was saved. */
export function explanationOf(
  message: Pick<ChatMessage, 'status' | 'finish_reason' | 'error' | 'content'> & Partial<Pick<ChatMessage, 'progress'>>,
): string | null {
  if (message.status === 'erreur') return message.error
  if (message.status !== 'interrompue') return null
  const isEmpty = message.content === ''
  if (isEmpty && message.progress) {
    const subject = message.finish_reason === 'stopped' ? 'Vous avez arrêté la lecture' : 'La lecture s’est interrompue'
    return `${subject}\u00a0: ${partsOf(message.progress)}. Ce qui est lu est gardé et ne sera pas relu.`
  }
  if (message.finish_reason === 'stopped')
    return isEmpty ? 'Vous avez arrêté cette réponse avant son premier mot.' : 'Vous avez arrêté cette réponse. Ce qui était écrit est gardé.'
  if (message.finish_reason === 'length') return 'La réponse a atteint sa longueur maximale\u00a0: elle est tronquée.'
  if (message.finish_reason === 'crash')
    return isEmpty
      ? 'Le service s’est arrêté avant le premier mot de cette réponse.'
      : 'Le service s’est arrêté pendant cette réponse. Ce qui était écrit est gardé.'
  return message.error ?? 'La connexion avec le modèle a été coupée\u00a0: la réponse est incomplète.'
}
