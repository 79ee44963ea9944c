import { expect, it } from 'vitest'
import { goneSentence } from './chat-exchange.ts'
import { failureSentence } from './chat-state.ts'
import { chatOn, failing, scriptedPort } from './testing.ts'

it('a message refused for being one too many (429) is a notice, not a failed answer, and its text comes back', async () => {
  const { chat, shown, settled } = chatOn(scriptedPort({ reply: () => failing(429, 'chat.too_many_messages', 'Patientez un instant') }))
  await settled()
  chat.send('Le mien')
  await settled()
  expect(chat.state()).toMatchObject({ notice: 'Patientez un instant', returned: { text: 'Le mien' } })
  expect(shown()).toEqual([])
})

it('a conversation that was deleted elsewhere says what is gone and what to do, and keeps the message in sight', async () => {
  const { chat, shown, settled } = chatOn(scriptedPort({ reply: () => failing(404, 'request.not_found', 'Introuvable') }))
  await settled()
  chat.send('Le mien')
  await settled()
  expect(shown()).toEqual(['user complete Le mien', `assistant erreur ${failureSentence}`])
  expect(chat.state().messages.at(-1)).toMatchObject({ error: goneSentence })
})
