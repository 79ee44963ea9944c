import { expect, it } from 'vitest'
import { conversationOf, failing, scriptedPort, settledChat } from './testing.ts'

it('is what the first question has made it, and what was known where the server is away', async () => {
  const port = scriptedPort({ stored: conversationOf([], { title: 'Nouvelle conversation' }) })
  const { chat, ask } = await settledChat(port)
  await ask('Quel délai pour un permis de construire ?')
  port.stored = { ...port.stored, title: 'Délai pour un permis de construire' }
  expect(await chat.title()).toBe('Délai pour un permis de construire')
  port.load = () => Promise.reject(failing(0, 'network'))
  expect(await chat.title()).toBe('Nouvelle conversation')
})

it('is null where there is no conversation', async () => {
  const { chat } = await settledChat({ ...scriptedPort(), enter: async () => [] })
  expect(await chat.title()).toBeNull()
})
