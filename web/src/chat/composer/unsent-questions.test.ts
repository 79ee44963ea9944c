import { expect, test } from 'vitest'
import { initialChatState, type ChatState } from '../machine/state.ts'
import { addQuestion, editReply, endReply, failOpening, failReply, showConversation, startOpening, type ScreenChange } from '../machine/screen.ts'
import { screenAfter } from '../testing.ts'
import { missingTexts, parseUnsent, serialiseUnsent } from './unsent-questions.ts'

const conversation = { id: 'c', changes: [] as const } as unknown as NonNullable<ChatState['conversation']>
const entered = showConversation(conversation, [])
const sent = (key: string): ScreenChange => addQuestion({ key, content: `Question ${key}`, client_message_id: key }, `reply to ${key}`)
const started = editReply({ stream_id: 's' })
const failed = failReply({ content: 'Désolé', error: null })
const unsentAfter = (...changes: ScreenChange[]) => parseUnsent(serialiseUnsent(screenAfter(...changes), ''))

test('a question is on its way until the server answers, and stays so where it could not be reached', () => {
  expect(unsentAfter(entered, sent('a'))).toEqual([['a', 'Question a']])
  expect(unsentAfter(entered, sent('a'), started)).toEqual([])
  expect(unsentAfter(entered, sent('a'), failed)).toEqual([['a', 'Question a']])
  const done = endReply({ status: 'complete', finish_reason: 'stop', message_id: 'm' })
  expect(unsentAfter(entered, sent('a'), failed, sent('b'), started, done)).toEqual([['a', 'Question a']])
  expect(unsentAfter(entered, sent('a'), failed, sent('b'), failed).map(([id]) => id)).toEqual(['a', 'b'])
})

test('what is kept stays while the conversation could not be fetched, and what has arrived is not given back', () => {
  const kept = serialiseUnsent(screenAfter(entered, sent('a'), failed, sent('b'), failed), '')
  const away = screenAfter(startOpening('o'), failOpening('Désolé'))
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
  const found = { ...screenAfter(entered), messages: [arrived] }
  expect(serialiseUnsent(found, kept)).toBe('')
  expect(missingTexts(parseUnsent(kept), found)).toEqual(['Question b'])
})
