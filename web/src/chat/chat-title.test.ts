import { expect, it } from 'vitest'
import type { ChatPort } from './delivery/chat-port.ts'
import { chatOn, conversationOf, failing, scriptedPort } from './testing.ts'

it('is what the first question has made it, and what was known where the server is away', async () => {
  const port = scriptedPort({ stored: conversationOf([], { title: 'Nouvelle conversation' }) })
  const { chat, settled } = chatOn(port)
  await settled()
  chat.send('Quel délai pour un permis de construire ?')
  await settled()
  port.stored = { ...port.stored, title: 'Délai pour un permis de construire' }
  expect(await chat.title()).toBe('Délai pour un permis de construire')
  port.load = async () => {
    throw failing(0, 'network')
  }
  expect(await chat.title()).toBe('Nouvelle conversation')
})

it('is null where there is no conversation', async () => {
  const port: ChatPort = { ...scriptedPort(), enter: async () => [] }
  const { chat, settled } = chatOn(port)
  await settled()
  expect(await chat.title()).toBeNull()
})
