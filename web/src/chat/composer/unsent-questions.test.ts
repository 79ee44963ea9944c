import { expect, test } from 'vitest'
import { chatReducer, initialChatState, type ChatEvent, type ChatState } from '../machine/screen.ts'
import { missingTexts, parseUnsent, serialiseUnsent } from './unsent-questions.ts'

const conversation = { id: 'c' } as NonNullable<ChatState['conversation']>
const after = (...events: ChatEvent[]): ChatState => events.reduce(chatReducer, initialChatState)
const entered = { type: 'loaded', conversation, messages: [] } as const
const sent = (key: string): ChatEvent => ({ type: 'sent', key, replyKey: `reply to ${key}`, content: `Question ${key}`, client_message_id: key })
const failed = { type: 'failed', content: 'Désolé', error: null } as const
const keptOf = (...events: ChatEvent[]) => parseUnsent(serialiseUnsent(after(...events), ''))

test('a question is on its way until the server answers, and stays so where it could not be reached', () => {
  expect(keptOf(entered, sent('a'))).toEqual([['a', 'Question a']])
  expect(keptOf(entered, sent('a'), { type: 'started', stream_id: 's' })).toEqual([])
  expect(keptOf(entered, sent('a'), failed)).toEqual([['a', 'Question a']])
  const done: ChatEvent = { type: 'done', status: 'complete', finish_reason: 'stop', message_id: 'm' }
  expect(keptOf(entered, sent('a'), failed, sent('b'), { type: 'started', stream_id: 's' }, done)).toEqual([['a', 'Question a']])
  expect(keptOf(entered, sent('a'), failed, sent('b'), failed).map(([id]) => id)).toEqual(['a', 'b'])
})

test('what is kept stays while the conversation could not be fetched, and what has arrived is not given back', () => {
  const kept = serialiseUnsent(after(entered, sent('a'), failed, sent('b'), failed), '')
  const away = after({ type: 'opening', key: 'o' }, { type: 'openingFailed', greeting: 'Désolé' })
  expect(serialiseUnsent(away, kept)).toBe(kept)
  expect(serialiseUnsent(initialChatState, kept)).toBe(kept)
  const arrived = {
    id: 'm',
    role: 'user',
    content: 'Question a',
    status: 'complete',
    client_message_id: 'a',
    sources: [],
  } as unknown as ChatState['messages'][number]
  const found = { ...after(entered), messages: [arrived] }
  expect(serialiseUnsent(found, kept)).toBe('')
  expect(missingTexts(parseUnsent(kept), found)).toEqual(['Question b'])
})
