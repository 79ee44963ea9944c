import { expect, it, vi } from 'vitest'
import { conversationOf, failing, messageOf, replyOf, scriptedPort, settledChat } from '../testing.ts'

const question = messageOf({ id: 'q', role: 'user', content: 'Un', client_message_id: 'kq' })
const first = messageOf({ id: 'r1', content: 'Première.' })
const second = messageOf({ id: 'r', content: 'Seconde.' })
const versions = ['r1', 'r']

/** Opens a conversation whose answer has two versions, the second one shown. The server switches to the other on request. */
async function withTwo(showVersion: () => Promise<unknown> = async () => undefined) {
  const port = scriptedPort({ stored: conversationOf([question, { ...second, versions }]) })
  port.showVersion = async () => {
    await showVersion()
    port.stored = conversationOf([question, { ...first, versions }])
  }
  return { port, ...(await settledChat(port)) }
}

it.each(['shorter', undefined] as const)('the versions of an answer are known once another is written (%s)', async (style) => {
  const port = scriptedPort({
    stored: conversationOf([question, first]),
    reply() {
      port.stored = conversationOf([question, { ...second, versions }])
      return replyOf('Seconde.')
    },
  })
  const { chat } = await settledChat(port)
  if (style === undefined) chat.regenerate()
  else chat.rewrite(style)
  await vi.waitFor(() => expect(chat.state().messages[1]).toMatchObject({ content: 'Seconde.', versions }))
  expect(port.requests).toEqual([{ action: 'regenerate', conversation_id: 'c', history: [], message_id: 'r1', ...(style && { rewrite: style }) }])
})

it('another version is shown in the same place of the screen, and announced once', async () => {
  const { chat, shown, settled, announced } = await withTwo()
  const { key } = chat.state().messages[1]!
  chat.showVersion(key, 'r1')
  expect(chat.state().phase).toBe('switching')
  expect(chat.send('Trop tôt')).toBe(false)
  await settled()
  expect(shown()).toEqual(['user complete Un', 'assistant complete Première.'])
  expect(chat.state().messages[1]!.key).toBe(key)
  expect(announced).toEqual(['Version 1 sur 2'])
})

it.each([
  ['a reply that is written elsewhere', failing(409, 'conversations.reply_running', 'Une réponse est en cours.')],
  ['a line that is cut', failing(0, 'network', 'Hors ligne')],
])('%s leaves the version that is shown, and says why', async (_, error) => {
  const { chat, shown, settled } = await withTwo(() => Promise.reject(error))
  chat.showVersion(chat.state().messages[1]!.key, 'r1')
  await settled()
  expect(shown()).toEqual(['user complete Un', 'assistant complete Seconde.'])
  expect(chat.state().notice).toBe(error.message)
})

it('what is no version is not asked for', async () => {
  const asked = vi.fn<() => Promise<unknown>>(async () => undefined)
  const { chat, settled } = await withTwo(asked)
  const [turn, answer] = chat.state().messages
  chat.showVersion(turn!.key, 'r1')
  chat.showVersion(answer!.key, 'r')
  chat.showVersion('unknown', 'r1')
  await settled()
  expect(asked).not.toHaveBeenCalled()
})
