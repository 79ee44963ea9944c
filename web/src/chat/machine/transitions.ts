import type { ConversationWithMessages, Message } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { isSameContext } from '../context/context-changes.ts'
import {
  addQuestion,
  continueReply,
  editMessage,
  editReply,
  replaceQuestion,
  replaceReply,
  setConversation,
  setNotice,
  showConversation,
  startSwitching,
} from './screen.ts'
import { noEffect, type ChatCommand, type ChatEvent, type ChatMachine, type ChatMessage, type ChatOutcome, type ChatState, type ChatStep } from './state.ts'
import {
  abortAwaited,
  afterFailedOpening,
  afterFailedReply,
  afterLookup,
  afterNoConversation,
  announce,
  applyReplyEvent,
  awaitEffect,
  awaitLoad,
  beginTurn,
  continueFromServer,
  endTurn,
  endWithFailure,
  followLast,
  handleStopOutcome,
  replacedIdOf,
  requestOpening,
  requestReply,
  resendQuestion,
  sendQuestion,
  sendQuestionIn,
  show,
  showFallbackGreeting,
  showLoaded,
  showRefusal,
  stop,
  waitAndLook,
} from './turns.ts'

/** Applies an event to the state of a chat. The result says what to show and the effects to run. A pure function: no network, no clock. */
export function transition(machine: ChatMachine, event: ChatEvent): ChatMachine {
  const withoutEffects = machine.effects === noEffect ? machine : { ...machine, effects: noEffect }
  return 'ticket' in event ? handleOutcome(withoutEffects, event) : handleCommand(withoutEffects, event)
}

/** Applies a command. One that is not possible now changes nothing. */
function handleCommand(machine: ChatMachine, command: ChatCommand): ChatMachine {
  const { chat, awaited } = machine
  switch (command.type) {
    case 'start':
      return start(machine, command.key)
    case 'send': {
      const { key, content } = command
      if (!canSend(chat, content)) return machine
      const question = { content, client_message_id: key }
      return sendQuestion(beginTurn(machine, addQuestion({ key, ...question }, command.replyKey)), question)
    }
    case 'edit':
      return edit(machine, command)
    case 'regenerate':
      return regenerate(machine, command)
    case 'showVersion':
      return showVersion(machine, command)
    case 'resume':
      return resume(machine, command.key)
    case 'stop':
      return stop(machine)
    case 'catchUp': {
      const last = chat.messages.at(-1)
      if (awaited !== null || !canAct(chat) || !chat.conversation || !last || last.id === null || last.status === 'erreur') return machine
      return awaitLoad(machine, { type: 'catchingUp', shownMessages: chat.messages }, chat.conversation.id)
    }
    case 'leave':
      return abortAwaited(machine)
    case 'setConversation':
      return show(machine, setConversation(command.conversation))
    case 'setFeedback':
      return show(machine, editMessage(command.key, { feedback: command.feedback }))
    case 'setReviews':
      return show(machine, editMessage(command.key, { reviews: command.reviews }))
    case 'setNotice':
      return show(machine, setNotice(command.notice))
  }
}

/** Fetches or creates the conversation. Does nothing if that is already in progress. */
function start(machine: ChatMachine, key: string): ChatMachine {
  const currentStep = machine.awaited?.step.type
  if (currentStep === 'entering' || currentStep === 'opening') return machine
  return awaitEffect({ ...machine, atEnd: null }, { type: 'entering', key }, (ticket) => ({ type: 'enter', ticket }))
}

/** Edits one of the person's questions. The messages after it become an earlier version. */
function edit(machine: ChatMachine, { target, key, replyKey, content }: Extract<ChatCommand, { type: 'edit' }>): ChatMachine {
  const { chat } = machine
  const rewritten = chat.messages.find((message) => message.key === target)
  if (!canSend(chat, content) || rewritten?.role !== 'user') return machine
  const question = { content, client_message_id: key }
  const shown = beginTurn({ ...machine, replacing: { key: replyKey, turn: rewritten } }, replaceQuestion(target, { key, ...question }, replyKey))
  if (rewritten.id !== null) return sendQuestion(shown, { ...question, message_id: rewritten.id })
  return chat.conversation
    ? awaitLoad(shown, { type: 'identifying', question, target: rewritten.client_message_id }, chat.conversation.id)
    : sendQuestion(shown, question)
}

/** Requests another answer to the last question, or the last answer in another form. */
function regenerate(machine: ChatMachine, { key, rewrite }: Extract<ChatCommand, { type: 'regenerate' }>): ChatMachine {
  const { chat } = machine
  const lastQuestion = chat.messages.findLast(({ role }) => role === 'user')
  if (!canAct(chat)) return machine
  if (!chat.conversation) return lastQuestion && rewrite === undefined ? resendQuestion(machine, lastQuestion, key) : machine
  const form = rewrite === undefined ? {} : { rewrite }
  const last = chat.messages.at(-1)
  const request = { action: 'regenerate' as const, conversation_id: chat.conversation.id, history: [], ...replacedIdOf(last), ...form }
  return requestReply(beginTurn({ ...machine, replacing: last ? { key, turn: last, rewrite } : null }, replaceReply(key)), request, '')
}

/** Shows another version of a message, with the messages that followed it. */
function showVersion(machine: ChatMachine, { key, id }: Extract<ChatCommand, { type: 'showVersion' }>): ChatMachine {
  const { chat } = machine
  const turn = chat.messages.find((message) => message.key === key)
  if (!canAct(chat) || chat.conversation === null || turn === undefined || turn.id === id || !turn.versions.includes(id)) return machine
  const conversation_id = chat.conversation.id
  const shown = show(machine, startSwitching)
  return awaitEffect(shown, { type: 'switching', key, id }, (ticket) => ({ type: 'showVersion', ticket, conversation_id, message_id: id }))
}

/** Resumes the last, incomplete reply. Reloads the conversation first, as the reply may have been completed, or be in progress, elsewhere. */
function resume(machine: ChatMachine, key: string): ChatMachine {
  const { chat, replacing } = machine
  const { messages, conversation } = chat
  const last = messages.at(-1)
  const lastQuestion = messages.at(-2)
  if (!canAct(chat) || last === undefined) return machine
  if (conversation === null) return lastQuestion?.role === 'user' ? resendQuestion(machine, lastQuestion, key) : start(machine, key)
  // A reply that has a server id has already replaced what it was to replace.
  const again = last.id === null && replacing?.key === last.key ? { ...replacing, key } : null
  const shown = beginTurn({ ...machine, replacing: again }, last.status === 'erreur' ? replaceReply(key) : continueReply)
  return awaitLoad(shown, { type: 'resuming', key, previous: lastQuestion }, conversation.id)
}

/** Whether nothing is being written or fetched, so that the person can act. */
const canAct = ({ reply, phase }: ChatState): boolean => reply === null && phase === 'ready'

/** Whether a text can be sent now: not blank, and no reply is being written. */
const canSend = (chat: ChatState, text: string): boolean => text.trim() !== '' && canAct(chat)

/** Applies the outcome of an effect. An outcome whose ticket is no longer awaited is ignored. */
function handleOutcome(machine: ChatMachine, outcome: ChatOutcome): ChatMachine {
  const { awaited, stopping } = machine
  if (outcome.ticket === stopping?.ticket) return handleStopOutcome(machine, stopping, outcome)
  if (outcome.ticket !== awaited?.ticket) return machine
  switch (outcome.type) {
    case 'received':
      return applyReplyEvent(machine, outcome.replyEvent, awaited)
    case 'started':
      return show(machine, editReply({ stream_id: outcome.stream_id }))
    case 'cut':
      return show(machine, editReply({ isCut: outcome.isCut }))
    case 'fetched':
      return 'id' in outcome.loaded ? afterLoaded(machine, awaited.step, outcome.loaded) : afterUnsaved(machine, awaited.step, outcome.loaded)
    case 'elapsed': {
      const { step } = awaited
      return step.type === 'waiting' ? awaitLoad(machine, { type: 'looking', lost: step.lost }, step.lost.request.conversation_id!) : machine
    }
    // A reply that ends without a `done` event is incomplete.
    case 'ended':
      return endWithFailure(machine, null)
    case 'failed':
      return afterFailed(machine, awaited.step, outcome.error)
  }
}

function afterLoaded(machine: ChatMachine, step: ChatStep, loaded: ConversationWithMessages): ChatMachine {
  switch (step.type) {
    case 'entering': {
      const shown = showLoaded(machine, loaded)
      const isOpening = shown.chat.messages.length === 0 && shown.options.hasOpening
      return isOpening ? requestOpening(shown, loaded.id, step.key) : followLast(showFallbackGreeting(shown))
    }
    case 'creating': {
      const { messages: _, ...conversation } = loaded
      return sendQuestionIn(show(machine, setConversation(conversation)), conversation.id, step.question)
    }
    case 'identifying': {
      const message_id = loaded.messages.find(({ client_message_id }) => client_message_id === step.target)?.id
      return sendQuestion(machine, message_id === undefined ? step.question : { ...step.question, message_id })
    }
    case 'refreshing':
      return followLast(showLoaded(machine, loaded))
    case 'resuming':
      return resumeFrom(showLoaded(machine, loaded), step)
    case 'catchingUp':
      return catchUp(machine, step.shownMessages, loaded)
    case 'switching': {
      // The message keeps its key: on the screen it is the same message with other content.
      const switched = followLast(showLoaded(show(machine, editMessage(step.key, { id: step.id, client_message_id: null })), loaded))
      const { versions = [], id } = switched.chat.messages.find(({ key }) => key === step.key) ?? { id: null }
      return announce(switched, `Version ${versions.indexOf(id ?? '') + 1} sur ${versions.length}`)
    }
    case 'looking':
      return afterLookup(machine, step.lost, loaded)
    case 'waiting':
    case 'opening':
    case 'reading':
      return machine
  }
}

/**
 * Resumes a reply from the server's conversation. A request that never arrived is sent again, with the same replacement if the message to replace is still
 * there.
 */
function resumeFrom(machine: ChatMachine, { previous, key }: Extract<ChatStep, { type: 'resuming' }>): ChatMachine {
  const { replacing, chat } = machine
  const turn = replacing?.turn
  const replacedTurn = turn && chat.messages.find(({ id, client_message_id: name }) => id === turn.id || (name !== null && name === turn.client_message_id))
  if (previous?.role !== 'user' || chat.messages.some((message) => message.key === previous.key)) {
    const isReplaceable = replacedTurn !== undefined && replacedTurn === chat.messages.at(-1) && replacedTurn.status !== 'en_cours'
    return isReplaceable ? regenerate(machine, { type: 'regenerate', key, rewrite: replacing?.rewrite }) : continueFromServer(machine, key)
  }
  if (replacedTurn?.role !== 'user') return resendQuestion(machine, previous, key)
  return edit(machine, { type: 'edit', target: replacedTurn.key, key: previous.key, replyKey: key, content: previous.content })
}

/** Handles a screen whose exchanges the server does not save. */
function afterUnsaved(machine: ChatMachine, step: ChatStep, messages: readonly Message[]): ChatMachine {
  if (step.type === 'creating') return sendQuestionIn(machine, null, step.question)
  return endTurn(show(machine, showConversation(null, messages)))
}

/** Shows what was written meanwhile in another tab or on another device. Does nothing if the messages on the screen have changed since the request. */
function catchUp(machine: ChatMachine, shownMessages: readonly ChatMessage[], loaded: ConversationWithMessages): ChatMachine {
  if (machine.chat.messages !== shownMessages) return endTurn(machine)
  const last = shownMessages.at(-1)
  const serverMessages = loaded.messages.filter(({ role }) => role !== 'system')
  const countOf = (all: readonly { versions?: readonly string[] }[]) => all.reduce((sum, { versions }) => sum + (versions?.length ?? 0), 0)
  const isSame =
    serverMessages.length === shownMessages.length &&
    serverMessages.at(-1)?.id === last?.id &&
    serverMessages.at(-1)?.status === last?.status &&
    countOf(serverMessages) === countOf(shownMessages)
  return isSame && isSameContext(machine.chat.conversation, loaded) ? endTurn(machine) : followLast(showLoaded(machine, loaded))
}

function afterFailed(machine: ChatMachine, step: ChatStep, error: unknown): ChatMachine {
  switch (step.type) {
    case 'entering':
    case 'opening':
      return afterFailedOpening(machine, error, step.key)
    case 'creating':
      return afterNoConversation(machine, step.question, error)
    case 'reading':
      return step.requested ? afterFailedReply(machine, step.requested, error) : endWithFailure(machine, error)
    case 'looking':
      return waitAndLook(machine, { ...step.lost, attempt: step.lost.attempt + 1 })
    case 'catchingUp':
      return endTurn(machine)
    case 'switching':
      return error instanceof ApiError ? showRefusal(machine, error, '') : endWithFailure(machine, error)
    case 'identifying':
    case 'refreshing':
    case 'resuming':
    case 'waiting':
      return endWithFailure(machine, error)
  }
}
