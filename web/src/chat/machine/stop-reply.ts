import { addEffect, abortAwaited, applyChatEvent, type Delivery, type DeliveryEffect, type DeliveryOutcome } from './state.ts'

// Stops a reply while it is still being read. Before its first event, its stream id is only known from its row in the conversation.

const maxAttempts = 20

/** Wait between two looks for the row of a reply, in milliseconds: the server inserts it just after the question. */
const waitMs = 150

/** Stops the reply being written. The text already written is saved. */
export function stop(delivery: Delivery): Delivery {
  const { reply } = delivery.chat
  return !reply || reply.isStopping ? delivery : findStreamId(applyChatEvent(delivery, { type: 'stopping' }), reply.key, 0)
}

/** Applies an outcome of the search for the reply to stop. */
export function handleStopOutcome(delivery: Delivery, { key, attempt }: NonNullable<Delivery['stopping']>, outcome: DeliveryOutcome): Delivery {
  if (outcome.type === 'passed' || delivery.chat.reply?.key !== key) return findStreamId(delivery, key, attempt)
  const rows = outcome.type === 'found' && 'id' in outcome.loaded ? outcome.loaded.messages : []
  const stream_id = rows.find(({ status }) => status === 'en_cours')?.stream_id ?? null
  if (stream_id !== null) return sendStop(delivery, stream_id)
  return continueSearch(delivery, key, attempt + 1, (ticket) => ({ type: 'pause', ticket, ms: waitMs, isForStop: true }))
}

function findStreamId(delivery: Delivery, key: string, attempt: number): Delivery {
  const { reply, conversation } = delivery.chat
  if (reply?.key !== key) return { ...delivery, stopping: null }
  if (reply.stream_id !== null) return sendStop(delivery, reply.stream_id)
  if (conversation !== null)
    return continueSearch(delivery, key, attempt, (ticket) => ({ type: 'load', ticket, conversation_id: conversation.id, isForStop: true }))
  // This exchange is not saved: the server stops it when the connection closes.
  return applyChatEvent(abortAwaited({ ...delivery, stopping: null }), { type: 'done', status: 'interrompue', finish_reason: 'stopped', message_id: null })
}

function continueSearch(delivery: Delivery, key: string, attempt: number, effect: (ticket: number) => DeliveryEffect): Delivery {
  if (attempt === maxAttempts) return { ...delivery, stopping: null }
  const ticket = delivery.ticket + 1
  return addEffect({ ...delivery, ticket, stopping: { ticket, key, attempt } }, effect(ticket))
}

const sendStop = (delivery: Delivery, stream_id: string): Delivery => addEffect({ ...delivery, stopping: null }, { type: 'stop', stream_id })
