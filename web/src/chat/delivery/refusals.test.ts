import { expect, it } from 'vitest'
import { goneSentence } from './chat-failures.ts'
import { failureSentence } from '../chat-state.ts'
import { failing, scriptedPort, settledChat } from '../testing.ts'

it('a message refused for being one too many (429) is a notice, not a failed answer, and its text comes back', async () => {
  const { chat, shown, ask } = await settledChat(scriptedPort({ reply: () => failing(429, 'chat.too_many_messages', 'Patientez un instant') }))
  await ask('Le mien')
  expect(chat.state()).toMatchObject({ notice: 'Patientez un instant', returned: { text: 'Le mien' } })
  expect(shown()).toEqual([])
})

it('a conversation that was deleted elsewhere says what is gone and what to do, and keeps the message in sight', async () => {
  const { chat, shown, ask } = await settledChat(scriptedPort({ reply: () => failing(404, 'request.not_found', 'Introuvable') }))
  await ask('Le mien')
  expect(shown()).toEqual(['user complete Le mien', `assistant erreur ${failureSentence}`])
  expect(chat.state().messages.at(-1)).toMatchObject({ error: goneSentence })
})

it('no room for another conversation is said from the first look, and nothing is asked that would not be kept', async () => {
  const full = failing(409, 'conversations.quota', 'Supprimez-en dans Mon espace')
  const port = scriptedPort({ enter: async () => Promise.reject(full) })
  const { chat, shown, ask } = await settledChat(port, true)
  expect(chat.state().notice).toBe('Supprimez-en dans Mon espace')
  chat.dismissNotice()
  await ask('Le mien')
  expect(chat.state()).toMatchObject({ notice: 'Supprimez-en dans Mon espace', returned: { text: 'Le mien' } })
  expect([shown(), port.asked]).toEqual([[], []])
})
