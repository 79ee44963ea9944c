import { expect, it } from 'vitest'
import { conversationOf, messageOf, scriptedPort, settledChat } from '../testing.ts'
import { modelSentence } from './answer-words.ts'

const first = { name: 'mistral-small', built_in: false, hosts: [] }

it('names the model, and says that a fallback answered', () => {
  expect(modelSentence({ model: 'mistral-small', isFallback: false }, first)).toBe('Réponse écrite par le modèle «\u00a0mistral-small\u00a0».')
  expect(modelSentence({ model: 'llama', isFallback: true }, first)).toMatch(/«\u00a0llama\u00a0», qui a pris le relais/u)
  expect(modelSentence({ model: 'demo', isFallback: false }, { ...first, name: 'demo', built_in: true })).toMatch(/modèle de démonstration/)
  expect(modelSentence({ model: null, isFallback: false }, null)).toMatch(/n’est pas connu/)
})

it('is read of the server for the answer that is shown', async () => {
  const answer = messageOf({ id: 'r1', content: 'Oui.', model: 'llama', is_fallback: true })
  const { chat } = await settledChat(scriptedPort({ stored: conversationOf([messageOf({ id: 'q1', role: 'user', content: 'Bonjour' }), answer]) }))
  expect(await chat.modelOf('r1')).toEqual({ model: 'llama', isFallback: true })
  expect(await chat.modelOf('q1')).toEqual({ model: null, isFallback: false })
})
