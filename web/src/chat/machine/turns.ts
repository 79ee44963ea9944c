import type { ConversationWithMessages, ReplyEvent } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { replyFailureOf } from '../answer/reply-sentences.ts'
import type { ReplyRequest } from './port.ts'
import {
  addQuestion,
  appendText,
  continueReply,
  editReply,
  editReplyMessage,
  endReply,
  failOpening,
  failReply,
  followReply,
  refuseQuestion,
  replaceReply,
  setNotice,
  showConversation,
  startOpening,
  type ScreenChange,
} from './screen.ts'
import type { ChatEffect, ChatMachine, ChatMessage, ChatOutcome, ChatStep, LostRequest, RequestedReply, SentQuestion } from './state.ts'

// Parts of a turn that several events share: sending a question, requesting its reply, reading it, following one, handling a refusal or a lost answer, stopping.

const writingAnnouncement = 'L’assistant rédige…'

/** Starts a turn of the person: the question and its empty reply are on the screen at once. */
export const beginTurn = (machine: ChatMachine, change: ScreenChange): ChatMachine => show({ ...machine, atEnd: null }, change)

/** Sends a question that the screen already shows. Without a conversation, fetches or creates one first. */
export function sendQuestion(machine: ChatMachine, question: SentQuestion): ChatMachine {
  const { conversation } = machine.chat
  if (conversation) return sendQuestionIn(machine, conversation.id, question)
  return awaitEffect(machine, { type: 'creating', question }, (ticket) => ({ type: 'enter', ticket }))
}

/** Sends a question in a conversation. With null, the exchange is not saved and the request carries all the turns, except failed ones. */
export function sendQuestionIn(machine: ChatMachine, conversation_id: string | null, { content, client_message_id, message_id }: SentQuestion): ChatMachine {
  const { messages, reply } = machine.chat
  const previousMessages = messages.filter(({ status, key }) => status !== 'erreur' && key !== reply?.key)
  const history = conversation_id === null ? previousMessages.map(({ role, content }) => ({ role, content })) : [{ role: 'user' as const, content }]
  const action = message_id === undefined ? { action: 'send' as const } : { action: 'edit' as const, message_id }
  return requestReply(machine, { ...action, conversation_id, history, client_message_id }, content)
}

/** Sends a failed question again under the same client id. */
export function resendQuestion(machine: ChatMachine, question: ChatMessage, replyKey: string): ChatMachine {
  const { key, content } = question
  const client_message_id = question.client_message_id ?? key
  const isShown = machine.chat.messages.some((message) => message.key === key)
  const shown = beginTurn(machine, isShown ? replaceReply(replyKey) : addQuestion({ key, content, client_message_id }, replyKey))
  return sendQuestion(shown, { content, client_message_id })
}

/** Requests a reply. `text` returns to the composer if the request is refused. */
export const requestReply = (machine: ChatMachine, request: ReplyRequest, text: string): ChatMachine =>
  startReading(announce(machine, writingAnnouncement), request, { type: 'reading', requested: { request, text } })

/** Requests the assistant's introduction. */
export const requestOpening = (machine: ChatMachine, conversation_id: string, key: string): ChatMachine =>
  startReading(
    announce(show({ ...machine, atEnd: 'greet' }, startOpening(key)), writingAnnouncement),
    { action: 'opening', conversation_id, history: [] },
    { type: 'opening', key },
  )

const startReading = (machine: ChatMachine, request: ReplyRequest, step: ChatStep): ChatMachine =>
  awaitEffect(machine, step, (ticket) => ({ type: 'reply', ticket, request }))

/**
 * Continues from the last message of the server: follows a running reply, completes an interrupted one, answers a failed or unanswered question again, or
 * requests the introduction of an empty conversation. A complete reply ends the turn.
 */
export function continueFromServer(machine: ChatMachine, key: string): ChatMachine {
  const last = machine.chat.messages.at(-1)
  if (last?.status === 'en_cours') return followLast(machine)
  if (last?.role === 'assistant' && last.status === 'complete') return endTurn(machine)
  const action = last === undefined ? 'opening' : last.status === 'interrompue' ? 'continue' : 'regenerate'
  const change = { opening: startOpening(key), continue: continueReply, regenerate: replaceReply(key) }[action]
  const conversation_id = machine.chat.conversation?.id ?? null
  return requestReply({ ...show(machine, change), atEnd: 'greet' }, { action, conversation_id, history: [], ...replacedIdOf(last) }, '')
}

/** Id of the reply to replace. The server then replaces it once only, even if the request is repeated or comes from an outdated page. */
export const replacedIdOf = (last: ChatMessage | undefined) => (last?.role === 'assistant' && last.id !== null ? { message_id: last.id } : {})

/** Shows the conversation as the server has it. */
export const showLoaded = (machine: ChatMachine, { messages, ...conversation }: ConversationWithMessages): ChatMachine =>
  show(machine, showConversation(conversation, messages))

/** Follows the last message if it is still being written; otherwise ends the turn. */
export function followLast(machine: ChatMachine): ChatMachine {
  const last = machine.chat.messages.at(-1)
  if (last?.status !== 'en_cours' || last.id === null) return endTurn(machine)
  const stream_id = last.id
  return awaitEffect(show(machine, followReply(last.key, stream_id)), { type: 'reading', requested: null }, (ticket) => ({ type: 'resume', ticket, stream_id }))
}

/** Applies one event of the reply being read. Only its start and its end are announced to screen readers. */
export function applyReplyEvent(machine: ChatMachine, replyEvent: ReplyEvent, awaited: NonNullable<ChatMachine['awaited']>): ChatMachine {
  switch (replyEvent.type) {
    case 'delta':
      return show(machine, appendText(replyEvent.text))
    case 'sources':
      return show(machine, editReplyMessage({ sources: replyEvent.sources }))
    case 'progress': {
      const { done, total } = replyEvent
      const shown = show(machine, editReplyMessage({ progress: { done, total } }))
      // A full reading is announced once, not part by part; its end is announced with that of the answer.
      if (awaited.isLengthAnnounced) return shown
      const parts = `${total}\u00a0${total > 1 ? 'parties' : 'partie'}`
      return announce({ ...shown, awaited: { ...awaited, isLengthAnnounced: true } }, `Lecture complète du document, en ${parts}`)
    }
    case 'error':
      return show(machine, editReplyMessage({ error: replyEvent.error }))
    case 'done':
      return reloadVersions(
        endTurn(announce(show(machine, endReply(replyEvent)), replyEvent.status === 'complete' ? 'Réponse terminée' : 'Réponse interrompue')),
        awaited.step,
      )
    case 'usage':
      return machine
  }
}

/** Reloads the conversation after a message was replaced: only the server knows the ids of its versions. */
function reloadVersions(machine: ChatMachine, step: ChatStep): ChatMachine {
  const { messages, conversation } = machine.chat
  const action = step.type === 'reading' ? step.requested?.request.action : undefined
  if (conversation === null || (action !== 'edit' && action !== 'regenerate')) return machine
  return awaitLoad(machine, { type: 'catchingUp', shownMessages: messages }, conversation.id)
}

/** Shows why a message was refused, returns its text to the composer, and reloads the conversation: another tab may have a reply in progress. */
export function showRefusal(machine: ChatMachine, error: ApiError, text: string): ChatMachine {
  const refused = show(machine, refuseQuestion(error.message, text))
  const { conversation } = refused.chat
  return conversation ? awaitLoad(refused, { type: 'refreshing' }, conversation.id) : followLast(refused)
}

/** Handles a reply that could not be read. A refused stream becomes an error message in the conversation (specification, chapter 8). */
export function afterFailedReply(machine: ChatMachine, { request, text }: RequestedReply, error: unknown): ChatMachine {
  if (!(error instanceof ApiError)) return endWithFailure(machine, error)
  // The message to replace no longer exists: another tab may have replaced it.
  const isOutdated = error.status === 404 && request.message_id !== undefined
  // The stream was never requested: its conversation could not be created.
  const isBefore = error.status === 422 && request.conversation_id === null
  // No model of the level: the question stays, and can be tried again.
  const isLevel = error.code === 'llm.no_model_for_level'
  // The person did not accept the charter: nothing was saved.
  const isCharterDue = error.code === 'charter.not_accepted'
  if (isOutdated || isBefore || isCharterDue || (error.status === 409 && !isLevel)) return showRefusal(machine, error, text)
  // Without an answer, the message may or may not have arrived. A stream that had started has already been looked for.
  const isLost = error.status === 0 && request.conversation_id !== null && machine.chat.reply?.stream_id === null
  return isLost ? waitAndLook(show(machine, editReply({ isCut: true })), { request, error, attempt: 0 }) : endWithFailure(machine, error)
}

/**
 * Shows the fallback greeting after a failed introduction. Exception: another tab is running it, or the conversation quota is reached; the refusal is then
 * shown.
 */
export function afterFailedOpening(machine: ChatMachine, error: unknown, key: string): ChatMachine {
  const isLevel = error instanceof ApiError && error.code === 'llm.no_model_for_level'
  if (error instanceof ApiError && error.status === 409 && !isLevel) {
    // Another tab is opening the same conversation: its greeting is shown here too.
    const atEnd = error.code === 'conversations.reply_running' ? 'closeNotice' : null
    return showRefusal({ ...machine, atEnd }, error, '')
  }
  const opened = machine.chat.reply === null ? show(machine, startOpening(key)) : machine
  const greeted = show(opened, failOpening(machine.options.failedGreeting))
  return endTurn(isLevel ? show(greeted, setNotice(error.message)) : greeted)
}

/**
 * Handles a failure to create the conversation of a question. A full quota is shown, as the person can delete conversations; otherwise the exchange goes
 * on unsaved.
 */
export const afterNoConversation = (machine: ChatMachine, question: SentQuestion, error: unknown): ChatMachine =>
  error instanceof ApiError && error.code === 'conversations.quota' ? showRefusal(machine, error, question.content) : sendQuestionIn(machine, null, question)

/** Delays, in milliseconds, before each lookup that checks whether a message reached the server, when its response was lost. */
const lostAnswerDelaysMs = [400, 1_200]

/** Waits before looking for a message whose answer was lost. Fails after the last wait. */
export function waitAndLook(machine: ChatMachine, lost: LostRequest): ChatMachine {
  const ms = lostAnswerDelaysMs[lost.attempt]
  if (ms === undefined) return endWithFailure(machine, lost.error)
  return awaitEffect(machine, { type: 'waiting', lost }, (ticket) => ({ type: 'pause', ticket, ms, isForStop: false }))
}

/** Follows the reply to a message that had arrived. One that had not is sent again under the same client id, so that it cannot be duplicated. */
export function afterLookup(machine: ChatMachine, { request }: LostRequest, found: ConversationWithMessages): ChatMachine {
  const { client_message_id, message_id } = request
  const last = found.messages.at(-1)
  const hasArrived = client_message_id
    ? found.messages.some((message) => message.client_message_id === client_message_id)
    : last?.status === 'en_cours' || (message_id !== undefined && last?.id !== message_id)
  return hasArrived
    ? followLast(showLoaded(machine, found))
    : startReading(show(machine, editReply({ isCut: false })), request, { type: 'reading', requested: null })
}

// A reply can be stopped while it is still being read. Before its first event, its stream id is only known from its row in the conversation.

/** Maximum number of looks for that row, and wait between two of them, in milliseconds: the server inserts it just after the question. */
const stopSearch = { maxAttempts: 20, waitMs: 150 }

/** Stops the reply being written. The text already written is saved. */
export function stop(machine: ChatMachine): ChatMachine {
  const { reply } = machine.chat
  return !reply || reply.isStopping ? machine : findStreamId(show(machine, editReply({ isStopping: true })), reply.key, 0)
}

/** Applies an outcome of the search for the reply to stop. */
export function handleStopOutcome(machine: ChatMachine, { key, attempt }: NonNullable<ChatMachine['stopping']>, outcome: ChatOutcome): ChatMachine {
  if (outcome.type === 'elapsed' || machine.chat.reply?.key !== key) return findStreamId(machine, key, attempt)
  const rows = outcome.type === 'fetched' && 'id' in outcome.loaded ? outcome.loaded.messages : []
  const stream_id = rows.find(({ status }) => status === 'en_cours')?.stream_id ?? null
  if (stream_id !== null) return sendStop(machine, stream_id)
  return continueSearch(machine, key, attempt + 1, (ticket) => ({ type: 'pause', ticket, ms: stopSearch.waitMs, isForStop: true }))
}

function findStreamId(machine: ChatMachine, key: string, attempt: number): ChatMachine {
  const { reply, conversation } = machine.chat
  if (reply?.key !== key) return { ...machine, stopping: null }
  if (reply.stream_id !== null) return sendStop(machine, reply.stream_id)
  if (conversation !== null)
    return continueSearch(machine, key, attempt, (ticket) => ({ type: 'load', ticket, conversation_id: conversation.id, isForStop: true }))
  // This exchange is not saved: the server stops it when the connection closes.
  return show(abortAwaited({ ...machine, stopping: null }), endReply({ status: 'interrompue', finish_reason: 'stopped', message_id: null }))
}

function continueSearch(machine: ChatMachine, key: string, attempt: number, effect: (ticket: number) => ChatEffect): ChatMachine {
  if (attempt === stopSearch.maxAttempts) return { ...machine, stopping: null }
  const ticket = machine.ticket + 1
  return addEffect({ ...machine, ticket, stopping: { ticket, key, attempt } }, effect(ticket))
}

const sendStop = (machine: ChatMachine, stream_id: string): ChatMachine => addEffect({ ...machine, stopping: null }, { type: 'stop', stream_id })

/** Ends the turn: nothing more is awaited, and `atEnd` is carried out. */
export function endTurn(machine: ChatMachine): ChatMachine {
  const { atEnd } = machine
  const ended: ChatMachine = { ...machine, awaited: null, atEnd: null }
  if (atEnd === 'closeNotice') return show(ended, setNotice(null))
  return atEnd === 'greet' ? showFallbackGreeting(ended) : ended
}

/** Ends the turn with the failure shown as a message. */
export const endWithFailure = (machine: ChatMachine, error: unknown): ChatMachine => endTurn(show(machine, failReply(replyFailureOf(error))))

/** Replaces an introduction that failed before its first word, now or in an earlier visit, by the fallback greeting. */
export function showFallbackGreeting(machine: ChatMachine): ChatMachine {
  const { hasOpening, failedGreeting } = machine.options
  const [first, second] = machine.chat.messages
  if (!hasOpening || second || first?.status !== 'erreur' || first.content !== '') return machine
  return show(show(machine, followReply(first.key, '')), failOpening(failedGreeting))
}

/** Aborts everything awaited. */
export const abortAwaited = (machine: ChatMachine): ChatMachine => addEffect({ ...machine, awaited: null, atEnd: null }, { type: 'drop' })

/** Starts an effect and waits for its outcome, in place of the previous wait. */
export function awaitEffect(machine: ChatMachine, step: ChatStep, effect: (ticket: number) => ChatEffect): ChatMachine {
  const ticket = machine.ticket + 1
  return addEffect({ ...machine, ticket, awaited: { ticket, step, isLengthAnnounced: false } }, effect(ticket))
}

export const awaitLoad = (machine: ChatMachine, step: ChatStep, conversation_id: string): ChatMachine =>
  awaitEffect(machine, step, (ticket) => ({ type: 'load', ticket, conversation_id, isForStop: false }))

export const announce = (machine: ChatMachine, text: string): ChatMachine => addEffect(machine, { type: 'announce', text })

const addEffect = (machine: ChatMachine, effect: ChatEffect): ChatMachine => ({ ...machine, effects: [...machine.effects, effect] })

export const show = (machine: ChatMachine, change: ScreenChange): ChatMachine => ({ ...machine, chat: change(machine.chat) })
