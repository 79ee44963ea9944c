import { expect, it } from 'vitest'
import { deletedSentence, failureSentence } from '../answer/reply-sentences.ts'
import { failing, greeting, replyOf, scriptedPort, settledChat } from '../testing.ts'

it.each([
  [429, 'chat.too_many_messages', 'Patientez un instant'],
  [422, 'request.invalid', 'Ce message est trop long'],
  [409, 'llm.no_model_for_level', 'Aucun modèle de niveau « interne » ne répond'],
])('a refused stream (%i) is the apology of the specification, with the sentence of the server, and keeps the question', async (status, code, sentence) => {
  const port = scriptedPort({ reply: (_, at) => (at === 0 ? failing(status, code, sentence) : replyOf('Bonjour.')) })
  const { chat, shown, ask, resume } = await settledChat(port)
  await ask('Le mien')
  expect(shown()).toEqual(['user complete Le mien', `assistant erreur ${failureSentence}`])
  expect(chat.state()).toMatchObject({ notice: null, returned: null })
  expect(chat.state().messages.at(-1)).toMatchObject({ error: sentence })
  await resume()
  expect(shown()).toEqual(['user complete Le mien', 'assistant complete Bonjour.'])
})

it('a question asked before the charter is accepted returns to the field', async () => {
  const port = scriptedPort({ reply: () => failing(403, 'charter.not_accepted', 'La charte attend votre accord') })
  const { chat, shown, ask } = await settledChat(port)
  await ask('Le mien')
  expect([shown(), chat.state().notice, chat.state().returned]).toEqual([[], 'La charte attend votre accord', { text: 'Le mien' }])
})

it('a conversation that was deleted elsewhere says what is gone and what to do, and keeps the message in sight', async () => {
  const { chat, shown, ask } = await settledChat(scriptedPort({ reply: () => failing(404, 'request.not_found', 'Introuvable') }))
  await ask('Le mien')
  expect(shown()).toEqual(['user complete Le mien', `assistant erreur ${failureSentence}`])
  expect(chat.state().messages.at(-1)).toMatchObject({ error: deletedSentence })
})

it('no room for another conversation is said from the first look, and nothing is asked that would not be kept', async () => {
  const full = failing(409, 'conversations.quota', 'Supprimez-en dans Mon espace')
  const port = scriptedPort({ enter: async () => Promise.reject(full) })
  const { chat, shown, ask } = await settledChat(port, true)
  expect(chat.state().notice).toBe('Supprimez-en dans Mon espace')
  chat.notify(null)
  await ask('Le mien')
  expect(chat.state()).toMatchObject({ notice: 'Supprimez-en dans Mon espace', returned: { text: 'Le mien' } })
  expect([shown(), port.requests]).toEqual([[], []])
})

it('an introduction that no model may write is the greeting, with the sentence that says why', async () => {
  const { chat, shown } = await settledChat(scriptedPort({ reply: () => failing(409, 'llm.no_model_for_level', 'Aucun modèle') }), true)
  expect(shown()).toEqual([`assistant erreur ${greeting}`])
  expect(chat.state().notice).toBe('Aucun modèle')
})
