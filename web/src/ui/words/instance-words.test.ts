import type { ModelLevel } from '@parvis/contract'
import { expect, it } from 'vitest'
import { hostingSentence, hostsSentences, levelsSentence, modelSentence, outgoingDataSentence } from './instance-words.ts'

const demo = {
  model: { name: 'demonstration', built_in: true, hosts: [] as string[] },
  models: [{ id: 'demonstration', label: 'Modèle de démonstration', level: 3 as ModelLevel, host: null as string | null }],
  level_names: ['externe', 'souverain', 'interne'],
  embeddings_level: 3 as ModelLevel,
  embeddings_host: null as string | null,
  mail_host: null,
}
const real = {
  ...demo,
  model: { name: 'mistral-small-latest', built_in: false, hosts: ['ia.exemple.fr'] },
  models: [{ id: 'mistral-small-latest', label: 'mistral-small-latest', level: 1 as ModelLevel, host: 'ia.exemple.fr' }],
}
const vectors = { embeddings_host: 'vecteurs.exemple.fr', embeddings_level: 1 as ModelLevel }
const leveled = {
  ...real,
  model: { ...real.model, hosts: ['api.mistral.ai', 'ia.exemple.fr'] },
  models: [
    { id: 'small', label: 'Mistral Small', level: 1 as ModelLevel, host: 'api.mistral.ai' },
    { id: 'llama', label: 'Llama', level: 1 as ModelLevel, host: 'api.mistral.ai' },
    { id: 'qwen', label: 'Qwen', level: 3 as ModelLevel, host: 'ia.exemple.fr' },
  ],
}

it('says that nothing leaves where nothing does', () => {
  expect(outgoingDataSentence(demo)).toBe('Rien de ce que vous écrivez ne quitte le serveur\u00a0: les réponses sont produites sur place.')
  expect(outgoingDataSentence(real)).toMatch(/^Pour répondre, le serveur transmet au serveur de modèle .*\u00a0; il ne transmet rien à personne d’autre\.$/)
  expect(outgoingDataSentence(real)).not.toContain('vecteurs')
})

it.each([demo, real])('names the server of vectors beside the model, and contradicts nothing that is said of it: $model.name', (instance) => {
  const said = outgoingDataSentence({ ...instance, ...vectors })
  expect(said).toContain('au serveur de vecteurs vecteurs.exemple.fr le texte des documents et vos questions')
  expect(said).not.toContain('ne quitte le serveur')
  expect(hostsSentences({ ...instance, ...vectors }).join(' ')).toContain('au serveur de vecteurs vecteurs.exemple.fr')
})

it('tells that a whole document leaves when it is read from end to end', () => {
  expect(outgoingDataSentence(real)).toContain('tout leur texte pour une lecture complète')
  expect(outgoingDataSentence(undefined)).toContain('tout leur texte pour une lecture complète')
})

it('names the host that the administrator declared, and claims none otherwise', () => {
  expect(hostingSentence({ hosting: null })).toBeNull()
  expect(hostingSentence({ hosting: ' Agglo du Val, 3 rue des Halles, 37000 Tours. ' })).toBe('Hébergement\u00a0: Agglo du Val, 3 rue des Halles, 37000 Tours.')
})

it('names every model, its level and its host, and what the server of vectors never gets', () => {
  expect(modelSentence(leveled)).toBe(
    'Cette installation répond avec 3\u00a0modèles de langage, selon le niveau de confidentialité demandé\u00a0: niveau «\u00a0externe\u00a0», «\u00a0Mistral Small\u00a0» et «\u00a0Llama\u00a0»\u00a0; niveau «\u00a0interne\u00a0», «\u00a0Qwen\u00a0».',
  )
  const [external, internal, search] = hostsSentences({ ...leveled, ...vectors })
  expect(external).toBe('Modèles de niveau «\u00a0externe\u00a0»\u00a0: Mistral Small (api.mistral.ai), Llama (api.mistral.ai).')
  expect(internal).toBe('Modèles de niveau «\u00a0interne\u00a0»\u00a0: Qwen (ia.exemple.fr).')
  expect(search).toContain('jamais ce qui demande un niveau plus élevé que «\u00a0externe\u00a0»')
  expect(outgoingDataSentence({ ...leveled, ...vectors })).toContain('jamais ce qui demande un niveau plus élevé')
  expect(outgoingDataSentence({ ...leveled, ...vectors, embeddings_level: 3 })).not.toContain('jamais')
  expect(levelsSentence(leveled)).toContain('aucun modèle d’un niveau plus bas')
})

it('speaks of no level where all the models have the same', () => {
  const same = { ...leveled, models: leveled.models.slice(0, 2) }
  expect(modelSentence(same)).toBe('Cette installation répond avec les modèles de langage «\u00a0Mistral Small\u00a0» et «\u00a0Llama\u00a0».')
  expect(levelsSentence(same)).toBeNull()
  expect(hostsSentences({ ...same, ...vectors }).join(' ')).not.toMatch(/niveau/)
})
