import { expect, it } from 'vitest'
import { substitutionSentence } from '../../ui/words/model-words.ts'
import { conversationOf, messageOf, scriptedPort, settledChat } from '../testing.ts'
import { modelSentence } from './model-sentence.ts'

const instance = {
  model: { name: 'mistral-small', built_in: false, hosts: [] },
  models: [
    { id: 'mistral-small', label: 'Mistral Small', level: 1 as const, host: 'api.mistral.ai' },
    { id: 'qwen', label: 'Qwen', level: 3 as const, host: 'ia.exemple.fr' },
  ],
  level_names: ['externe', 'souverain', 'interne'],
}

it('names the model and the level of the answer, or the id of a model that the settings no longer have', () => {
  expect(modelSentence({ model: 'mistral-small', level: 1, isFallback: false }, instance)).toBe('Modèle\u00a0: Mistral Small, niveau externe.')
  expect(modelSentence({ model: 'llama-2', level: 2, isFallback: false }, instance)).toBe('Modèle\u00a0: llama-2, niveau souverain.')
  expect(modelSentence({ model: 'llama-2', level: null, isFallback: false }, null)).toBe('Modèle\u00a0: llama-2.')
  expect(modelSentence({ model: 'qwen', level: 3, isFallback: true }, instance)).toMatch(/^Modèle\u00a0: Qwen, niveau interne\. Il a pris le relais/u)
  const demo = { ...instance, model: { name: 'demo', built_in: true, hosts: [] } }
  expect(modelSentence({ model: 'demo', level: 3, isFallback: false }, demo)).toBe('Réponse préparée par le modèle de démonstration. Niveau\u00a0: interne.')
  expect(modelSentence({ model: null, level: null, isFallback: false }, null)).toMatch(/n’est pas connu/)
})

it.each([
  [
    { model: 'qwen', model_reason: 'unavailable', expected_model: 'mistral-small' },
    'Mistral Small n’a pas répondu\u00a0: cette réponse a été écrite par Qwen.',
  ],
  [{ model: 'qwen', model_reason: 'unavailable' }, 'Le modèle attendu n’a pas répondu\u00a0: cette réponse a été écrite par Qwen.'],
  [{ model: 'qwen', model_reason: 'level', needed_level: 2 }, 'Cette réponse demande le niveau «\u00a0souverain\u00a0»\u00a0: elle a été écrite par Qwen.'],
] as const)('says why another model wrote an answer: %o', (substitution, sentence) => expect(substitutionSentence(instance, substitution)).toBe(sentence))

it('is read of the server for the answer that is shown', async () => {
  const answer = messageOf({ id: 'r1', content: 'Oui.', model: 'llama', level: 2, is_fallback: true })
  const { chat } = await settledChat(scriptedPort({ stored: conversationOf([messageOf({ id: 'q1', role: 'user', content: 'Bonjour' }), answer]) }))
  expect(await chat.modelOf('r1')).toEqual({ model: 'llama', level: 2, isFallback: true })
  expect(await chat.modelOf('q1')).toEqual({ model: null, level: null, isFallback: false })
})
