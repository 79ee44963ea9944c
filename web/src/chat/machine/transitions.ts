import type { ConversationWithMessages, Message, ReplyEvent } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import {
  afterFailedOpening,
  afterFailure,
  afterLookup,
  afterNoConversation,
  requestOpening,
  followLast,
  waitAndLook,
  sendQuestion,
  sendQuestionIn,
  showRefusal,
  resendQuestion,
  showLoaded,
  continueFromServer,
} from './turns.ts'
import type { ChatMessage } from './screen.ts'
import { isSameContext } from '../context/context-changes.ts'
import { handleCommand } from './commands.ts'
import {
  announce,
  endWithFailure,
  showFallbackGreeting,
  awaitLoad,
  endTurn,
  applyChatEvent,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryStep,
} from './state.ts'
import { handleStopOutcome } from './stop-reply.ts'

/** Applies the outcome of an effect. An outcome whose ticket is no longer awaited is ignored. */
export function handleOutcome(delivery: Delivery, outcome: DeliveryOutcome): Delivery {
  const { awaited, stopping } = delivery
  if (outcome.ticket === stopping?.ticket) return handleStopOutcome(delivery, stopping, outcome)
  if (outcome.ticket !== awaited?.ticket) return delivery
  switch (outcome.type) {
    case 'piece':
      return applyReplyEvent(delivery, outcome.replyEvent, awaited)
    case 'named':
      return applyChatEvent(delivery, { type: 'started', stream_id: outcome.stream_id })
    case 'cut':
      return applyChatEvent(delivery, outcome)
    case 'found':
      return 'id' in outcome.loaded ? afterLoaded(delivery, awaited.step, outcome.loaded) : afterUnsaved(delivery, awaited.step, outcome.loaded)
    case 'passed': {
      const { step } = awaited
      return step.type === 'waiting' ? awaitLoad(delivery, { type: 'looking', lost: step.lost }, step.lost.request.conversation_id!) : delivery
    }
    // A reply that ends without a `done` event is incomplete.
    case 'ended':
      return endWithFailure(delivery, null)
    case 'missed':
      return afterFailed(delivery, awaited.step, outcome.error)
  }
}

/** Applies one event of the reply being read. Only its start and its end are announced to screen readers. */
function applyReplyEvent(delivery: Delivery, replyEvent: ReplyEvent, awaited: NonNullable<Delivery['awaited']>): Delivery {
  switch (replyEvent.type) {
    case 'delta':
    case 'sources':
      return applyChatEvent(delivery, replyEvent)
    case 'progress': {
      const shown = applyChatEvent(delivery, replyEvent)
      // A full reading is announced once, not part by part; its end is announced with that of the answer.
      if (awaited.isLengthAnnounced) return shown
      const parts = `${replyEvent.total}\u00a0${replyEvent.total > 1 ? 'parties' : 'partie'}`
      return announce({ ...shown, awaited: { ...awaited, isLengthAnnounced: true } }, `Lecture complète du document, en ${parts}`)
    }
    case 'error':
      return applyChatEvent(delivery, { type: 'explained', error: replyEvent.error })
    case 'done':
      return reloadVersions(
        endTurn(announce(applyChatEvent(delivery, replyEvent), replyEvent.status === 'complete' ? 'Réponse terminée' : 'Réponse interrompue')),
        awaited.step,
      )
    case 'usage':
      return delivery
  }
}

/** Reloads the conversation after a message was replaced: only the server knows the ids of its versions. */
function reloadVersions(delivery: Delivery, step: DeliveryStep): Delivery {
  const { messages, conversation } = delivery.chat
  const action = step.type === 'reading' ? step.requested?.request.action : undefined
  if (conversation === null || (action !== 'edit' && action !== 'regenerate')) return delivery
  return awaitLoad(delivery, { type: 'catchingUp', shownMessages: messages }, conversation.id)
}

function afterLoaded(delivery: Delivery, step: DeliveryStep, loaded: ConversationWithMessages): Delivery {
  switch (step.type) {
    case 'entering': {
      const shown = showLoaded(delivery, loaded)
      const isOpening = shown.chat.messages.length === 0 && shown.options.hasOpening
      return isOpening ? requestOpening(shown, loaded.id, step.key) : followLast(showFallbackGreeting(shown))
    }
    case 'placing': {
      const { messages: _, ...conversation } = loaded
      return sendQuestionIn(applyChatEvent(delivery, { type: 'entered', conversation }), conversation.id, step.question)
    }
    case 'naming': {
      const message_id = loaded.messages.find(({ client_message_id }) => client_message_id === step.target)?.id
      return sendQuestion(delivery, message_id === undefined ? step.question : { ...step.question, message_id })
    }
    case 'refreshing':
      return followLast(showLoaded(delivery, loaded))
    case 'resuming':
      return resumeFrom(showLoaded(delivery, loaded), step)
    case 'catchingUp':
      return catchUp(delivery, step.shownMessages, loaded)
    case 'switching': {
      const switched = followLast(showLoaded(applyChatEvent(delivery, { ...step, type: 'switched' }), loaded))
      const { versions = [], id } = switched.chat.messages.find(({ key }) => key === step.key) ?? { id: null }
      return announce(switched, `Version ${versions.indexOf(id ?? '') + 1} sur ${versions.length}`)
    }
    case 'looking':
      return afterLookup(delivery, step.lost, loaded)
    case 'waiting':
    case 'opening':
    case 'reading':
      return delivery
  }
}

/**
 * Resumes a reply from the server's conversation. A request that never arrived is sent again, with the same replacement if the message to replace is still
 * there.
 */
function resumeFrom(delivery: Delivery, { previous, key }: Extract<DeliveryStep, { type: 'resuming' }>): Delivery {
  const { replacing, chat } = delivery
  const turn = replacing?.turn
  const replacedTurn = turn && chat.messages.find(({ id, client_message_id: name }) => id === turn.id || (name !== null && name === turn.client_message_id))
  if (previous?.role !== 'user' || chat.messages.some((message) => message.key === previous.key)) {
    const isReplaceable = replacedTurn !== undefined && replacedTurn === chat.messages.at(-1) && replacedTurn.status !== 'en_cours'
    return isReplaceable ? handleCommand(delivery, { type: 'regenerate', key, rewrite: replacing?.rewrite }) : continueFromServer(delivery, key)
  }
  if (replacedTurn?.role !== 'user') return resendQuestion(delivery, previous, key)
  return handleCommand(delivery, { type: 'edit', target: replacedTurn.key, key: previous.key, replyKey: key, content: previous.content })
}

/** Handles a screen whose exchanges the server does not save. */
function afterUnsaved(delivery: Delivery, step: DeliveryStep, messages: readonly Message[]): Delivery {
  if (step.type === 'placing') return sendQuestionIn(delivery, null, step.question)
  return endTurn(applyChatEvent(delivery, { type: 'loaded', conversation: null, messages }))
}

/** Shows what was written meanwhile in another tab or on another device. Does nothing if the messages on the screen have changed since the request. */
function catchUp(delivery: Delivery, shownMessages: readonly ChatMessage[], loaded: ConversationWithMessages): Delivery {
  if (delivery.chat.messages !== shownMessages) return endTurn(delivery)
  const last = shownMessages.at(-1)
  const serverMessages = loaded.messages.filter(({ role }) => role !== 'system')
  const countOf = (all: readonly { versions?: readonly string[] }[]) => all.reduce((sum, { versions }) => sum + (versions?.length ?? 0), 0)
  const isSame =
    serverMessages.length === shownMessages.length &&
    serverMessages.at(-1)?.id === last?.id &&
    serverMessages.at(-1)?.status === last?.status &&
    countOf(serverMessages) === countOf(shownMessages)
  return isSame && isSameContext(delivery.chat.conversation, loaded) ? endTurn(delivery) : followLast(showLoaded(delivery, loaded))
}

function afterFailed(delivery: Delivery, step: DeliveryStep, error: unknown): Delivery {
  switch (step.type) {
    case 'entering':
    case 'opening':
      return afterFailedOpening(delivery, error, step.key)
    case 'placing':
      return afterNoConversation(delivery, step.question, error)
    case 'reading':
      return step.requested ? afterFailure(delivery, step.requested, error) : endWithFailure(delivery, error)
    case 'looking':
      return waitAndLook(delivery, { ...step.lost, attempt: step.lost.attempt + 1 })
    case 'catchingUp':
      return endTurn(delivery)
    case 'switching':
      return error instanceof ApiError ? showRefusal(delivery, error, '') : endWithFailure(delivery, error)
    case 'naming':
    case 'refreshing':
    case 'resuming':
    case 'waiting':
      return endWithFailure(delivery, error)
  }
}
