import { expect, test } from 'vitest'
import type { LlmMessage } from '../port.ts'
import { toStrictTurns } from './openai-llm.ts'

const said = (script: string): LlmMessage[] =>
  script.split(' ').map((word) => ({ role: ({ s: 'system', u: 'user', a: 'assistant' } as const)[word[0] as 's'], content: word }))
const told = (messages: readonly LlmMessage[]) => messages.map(({ role, content }) => `${role[0]}:${content}`)

test('an assistant that opened the conversation answers a greeting', () => {
  expect(told(toStrictTurns(said('s a1 u1')))).toEqual(['s:s', 'u:Bonjour.', 'a:a1', 'u:u1'])
  expect(told(toStrictTurns(said('a1 u1')))).toEqual(['u:Bonjour.', 'a:a1', 'u:u1'])
})

test('questions that nobody answered become one', () => {
  expect(told(toStrictTurns(said('s u1 u2 a1 u3')))).toEqual(['s:s', 'u:u1\n\nu2', 'a:a1', 'u:u3'])
})

test('what alternates is left as it is', () => {
  const messages = said('s u1 a1 u2')
  expect(toStrictTurns(messages)).toEqual(messages)
})

test('the images of joined questions stay, in order', () => {
  const [one, other] = ['AAAA', 'BBBB'].map((data) => ({ media_type: 'image/png' as const, data }))
  const messages: LlmMessage[] = [
    { role: 'user', content: 'u1', images: [one!] },
    { role: 'user', content: 'u2', images: [other!] },
  ]
  expect(toStrictTurns(messages)).toEqual([{ role: 'user', content: 'u1\n\nu2', images: [one, other] }])
})
