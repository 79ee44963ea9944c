import type { ConversationWithMessages, Message, ReplyEvent } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import {
  afterFailedOpening,
  afterFailure,
  afterLook,
  afterNoPlace,
  askOpening,
  follow,
  lookLater,
  post,
  postIn,
  refuse,
  sendAgain,
  showFound,
  takeUp,
} from './ask-reply.ts'
import type { ChatMessage } from '../chat-state.ts'
import { isSameContext } from '../context/context-changes.ts'
import { obey } from './delivery-commands.ts'
import { announce, fail, greetAnyway, load, over, show, type Delivery, type Outcome, type Step } from './delivery-state.ts'
import { goOnStopping } from './stop-reply.ts'

/** Applies the outcome of an effect. An outcome whose ticket is no longer awaited is ignored. */
export function goOn(delivery: Delivery, outcome: Outcome): Delivery {
  const { awaited, stopping } = delivery
  if (outcome.ticket === stopping?.ticket) return goOnStopping(delivery, stopping, outcome)
  if (outcome.ticket !== awaited?.ticket) return delivery
  switch (outcome.type) {
    case 'piece':
      return take(delivery, outcome.piece, awaited)
    case 'named':
      return show(delivery, { type: 'started', stream_id: outcome.stream_id })
    case 'cut':
      return show(delivery, outcome)
    case 'found':
      return 'id' in outcome.found ? afterFound(delivery, awaited.step, outcome.found) : afterUnkept(delivery, awaited.step, outcome.found)
    case 'passed': {
      const { step } = awaited
      return step.type === 'waiting' ? load(delivery, { type: 'looking', lost: step.lost }, step.lost.request.conversation_id!) : delivery
    }
    // A reply that ends without a `done` event is incomplete.
    case 'ended':
      return fail(delivery, null)
    case 'missed':
      return afterMissed(delivery, awaited.step, outcome.error)
  }
}

/** Applies one event of the reply being read. Only its start and its end are announced to screen readers. */
function take(delivery: Delivery, piece: ReplyEvent, awaited: NonNullable<Delivery['awaited']>): Delivery {
  switch (piece.type) {
    case 'delta':
    case 'sources':
      return show(delivery, piece)
    case 'progress': {
      const shown = show(delivery, piece)
      // A full reading is announced once, not part by part; its end is announced with that of the answer.
      if (awaited.isLengthTold) return shown
      const parts = `${piece.total}\u00a0${piece.total > 1 ? 'parties' : 'partie'}`
      return announce({ ...shown, awaited: { ...awaited, isLengthTold: true } }, `Lecture complète du document, en ${parts}`)
    }
    case 'error':
      return show(delivery, { type: 'explained', error: piece.error })
    case 'done':
      return lookAgain(over(announce(show(delivery, piece), piece.status === 'complete' ? 'Réponse terminée' : 'Réponse interrompue')), awaited.step)
    case 'usage':
      return delivery
  }
}

/** Reloads the conversation after a message was replaced: only the server knows the ids of its versions. */
function lookAgain(delivery: Delivery, step: Step): Delivery {
  const { messages, conversation } = delivery.chat
  const action = step.type === 'reading' ? step.asked?.request.action : undefined
  if (conversation === null || (action !== 'edit' && action !== 'regenerate')) return delivery
  return load(delivery, { type: 'catchingUp', shown: messages }, conversation.id)
}

function afterFound(delivery: Delivery, step: Step, found: ConversationWithMessages): Delivery {
  switch (step.type) {
    case 'entering': {
      const shown = showFound(delivery, found)
      const isOpening = shown.chat.messages.length === 0 && shown.options.hasOpening
      return isOpening ? askOpening(shown, found.id, step.key) : follow(greetAnyway(shown))
    }
    case 'placing': {
      const { messages: _, ...conversation } = found
      return postIn(show(delivery, { type: 'entered', conversation }), conversation.id, step.question)
    }
    case 'naming': {
      const message_id = found.messages.find(({ client_message_id }) => client_message_id === step.target)?.id
      return post(delivery, message_id === undefined ? step.question : { ...step.question, message_id })
    }
    case 'refreshing':
      return follow(showFound(delivery, found))
    case 'resuming':
      return resumeFrom(showFound(delivery, found), step)
    case 'catchingUp':
      return catchUp(delivery, step.shown, found)
    case 'switching': {
      const switched = follow(showFound(show(delivery, { ...step, type: 'switched' }), found))
      const { versions = [], id } = switched.chat.messages.find(({ key }) => key === step.key) ?? { id: null }
      return announce(switched, `Version ${versions.indexOf(id ?? '') + 1} sur ${versions.length}`)
    }
    case 'looking':
      return afterLook(delivery, step.lost, found)
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
function resumeFrom(delivery: Delivery, { asked, key }: Extract<Step, { type: 'resuming' }>): Delivery {
  const { replacing, chat } = delivery
  const turn = replacing?.turn
  const former = turn && chat.messages.find(({ id, client_message_id: name }) => id === turn.id || (name !== null && name === turn.client_message_id))
  if (asked?.role !== 'user' || chat.messages.some((message) => message.key === asked.key)) {
    const isStill = former !== undefined && former === chat.messages.at(-1) && former.status !== 'en_cours'
    return isStill ? obey(delivery, { type: 'regenerate', key, rewrite: replacing?.rewrite }) : takeUp(delivery, key)
  }
  if (former?.role !== 'user') return sendAgain(delivery, asked, key)
  return obey(delivery, { type: 'edit', target: former.key, key: asked.key, replyKey: key, content: asked.content })
}

/** Handles a screen whose exchanges the server does not save. */
function afterUnkept(delivery: Delivery, step: Step, messages: readonly Message[]): Delivery {
  if (step.type === 'placing') return postIn(delivery, null, step.question)
  return over(show(delivery, { type: 'loaded', conversation: null, messages }))
}

/** Shows what was written meanwhile in another tab or on another device. Does nothing if the messages on the screen have changed since the request. */
function catchUp(delivery: Delivery, shown: readonly ChatMessage[], found: ConversationWithMessages): Delivery {
  if (delivery.chat.messages !== shown) return over(delivery)
  const last = shown.at(-1)
  const said = found.messages.filter(({ role }) => role !== 'system')
  const countOf = (all: readonly { versions?: readonly string[] }[]) => all.reduce((sum, { versions }) => sum + (versions?.length ?? 0), 0)
  const isSame = said.length === shown.length && said.at(-1)?.id === last?.id && said.at(-1)?.status === last?.status && countOf(said) === countOf(shown)
  return isSame && isSameContext(delivery.chat.conversation, found) ? over(delivery) : follow(showFound(delivery, found))
}

function afterMissed(delivery: Delivery, step: Step, error: unknown): Delivery {
  switch (step.type) {
    case 'entering':
    case 'opening':
      return afterFailedOpening(delivery, error, step.key)
    case 'placing':
      return afterNoPlace(delivery, step.question, error)
    case 'reading':
      return step.asked ? afterFailure(delivery, step.asked, error) : fail(delivery, error)
    case 'looking':
      return lookLater(delivery, { ...step.lost, attempt: step.lost.attempt + 1 })
    case 'catchingUp':
      return over(delivery)
    case 'switching':
      return error instanceof ApiError ? refuse(delivery, error, '') : fail(delivery, error)
    case 'naming':
    case 'refreshing':
    case 'resuming':
    case 'waiting':
      return fail(delivery, error)
  }
}
