import { expect, it } from 'vitest'
import { hostingSentence, hostsSentences, outgoingDataSentence } from './instance-words.ts'

const demo = { model: { name: 'demonstration', built_in: true, hosts: [] }, embeddings_host: null, mail_host: null }
const real = { ...demo, model: { name: 'mistral-small-latest', built_in: false, hosts: ['ia.exemple.fr'] } }
const vectors = { embeddings_host: 'vecteurs.exemple.fr' }

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
