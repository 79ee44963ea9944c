import { also, drop, show, type Delivery, type Effect, type Outcome } from './delivery-state.ts'

// Stops a reply while it is still being read. Before its first event, its stream id is only known from its row in the conversation.

const attempts = 20

/** Wait between two looks for the row of a reply, in milliseconds: the server inserts it just after the question. */
const wait = 150

/** Stops the reply being written. The text already written is saved. */
export function stop(delivery: Delivery): Delivery {
  const { reply } = delivery.chat
  return !reply || reply.isStopping ? delivery : seek(show(delivery, { type: 'stopping' }), reply.key, 0)
}

/** Applies an outcome of the search for the reply to stop. */
export function goOnStopping(delivery: Delivery, { key, attempt }: NonNullable<Delivery['stopping']>, outcome: Outcome): Delivery {
  if (outcome.type === 'passed' || delivery.chat.reply?.key !== key) return seek(delivery, key, attempt)
  const rows = outcome.type === 'found' && 'id' in outcome.found ? outcome.found.messages : []
  const stream_id = rows.find(({ status }) => status === 'en_cours')?.stream_id ?? null
  if (stream_id !== null) return end(delivery, stream_id)
  return search(delivery, key, attempt + 1, (ticket) => ({ type: 'pause', ticket, ms: wait, isForStop: true }))
}

function seek(delivery: Delivery, key: string, attempt: number): Delivery {
  const { reply, conversation } = delivery.chat
  if (reply?.key !== key) return { ...delivery, stopping: null }
  if (reply.stream_id !== null) return end(delivery, reply.stream_id)
  if (conversation !== null) return search(delivery, key, attempt, (ticket) => ({ type: 'load', ticket, conversation_id: conversation.id, isForStop: true }))
  // This exchange is not saved: the server stops it when the connection closes.
  return show(drop({ ...delivery, stopping: null }), { type: 'done', status: 'interrompue', finish_reason: 'stopped', message_id: null })
}

function search(delivery: Delivery, key: string, attempt: number, effect: (ticket: number) => Effect): Delivery {
  if (attempt === attempts) return { ...delivery, stopping: null }
  const ticket = delivery.ticket + 1
  return also({ ...delivery, ticket, stopping: { ticket, key, attempt } }, effect(ticket))
}

const end = (delivery: Delivery, stream_id: string): Delivery => also({ ...delivery, stopping: null }, { type: 'stop', stream_id })
