import { expect, it } from 'vitest'
import { failureSentence } from '../answer/reply-sentences.ts'
import { conversationOf, failing, messageOf, replyOf, scriptedPort, settledChat } from '../testing.ts'

// « Réessayer » repeats the failed request, with the same replacement.

const [first, second] = [
  messageOf({ id: 'q1', role: 'user', content: 'Un', client_message_id: 'k1' }),
  messageOf({ id: 'q2', role: 'user', content: 'Deux', client_message_id: 'k2' }),
]
const before = [first, messageOf({ id: 'r1', content: 'Première.' }), second]
const stored = conversationOf([...before, messageOf({ id: 'r2', content: 'Seconde.' })])

it('a question put otherwise that did not arrive is put otherwise again, and not added at the end', async () => {
  const port = scriptedPort({
    stored,
    reply({ client_message_id = null }, at) {
      if (at < 2) return failing(0, 'network')
      const edited = messageOf({ id: 'q3', role: 'user', content: 'Un, corrigé', client_message_id })
      port.stored = conversationOf([edited, messageOf({ id: 'r', content: 'Enfin.' })])
      return replyOf('Enfin.')
    },
  })
  const { chat, shown, settled, resume } = await settledChat(port)
  chat.edit('q1', 'Un, corrigé')
  await settled()
  expect(shown()).toEqual(['user complete Un, corrigé', `assistant erreur ${failureSentence}`])
  await resume()
  expect(port.requests).toHaveLength(3)
  expect(port.requests[2]).toMatchObject({ action: 'edit', message_id: 'q1', history: [{ role: 'user', content: 'Un, corrigé' }] })
  expect(port.requests[2]).toEqual(port.requests[0])
  expect(shown()).toEqual(['user complete Un, corrigé', 'assistant complete Enfin.'])
})

it('so is one that failed twice, whose name was not known yet', async () => {
  const port = scriptedPort()
  const { chat, shown, settled, ask, resume } = await settledChat(port)
  await ask('Un')
  const { load } = port
  port.load = async () => Promise.reject(failing(0, 'network'))
  chat.edit(chat.state().messages[0]!.key, 'Un, corrigé')
  await settled()
  await resume()
  expect(port.requests).toHaveLength(1)
  port.load = load
  const question = messageOf({ id: 'q1', role: 'user', content: 'Un', client_message_id: port.requests[0]!.client_message_id! })
  port.stored = conversationOf([question, messageOf({ id: 'r', content: 'Bonjour.' })])
  await resume()
  expect(port.requests[1]).toMatchObject({ action: 'edit', message_id: 'q1', history: [{ role: 'user', content: 'Un, corrigé' }] })
  expect(shown()).toEqual(['user complete Un, corrigé', 'assistant complete Bonjour.'])
})

it.each([undefined, 'shorter'] as const)('another answer that could not be had is asked for again, in the form that was asked for (%s)', async (rewrite) => {
  const port = scriptedPort({
    stored,
    reply(_, at) {
      if (at === 0) return failing(503, 'http')
      port.stored = conversationOf([...before, messageOf({ id: 'r', content: 'Autre.' })])
      return replyOf('Autre.')
    },
  })
  const { chat, shown, settled, resume } = await settledChat(port)
  if (rewrite === undefined) chat.regenerate()
  else chat.rewrite(rewrite)
  await settled()
  expect(shown().at(-1)).toBe(`assistant erreur ${failureSentence}`)
  await resume()
  const request = { action: 'regenerate', conversation_id: 'c', history: [], message_id: 'r2', ...(rewrite && { rewrite }) }
  expect(port.requests).toEqual([request, request])
  expect(shown().at(-1)).toBe('assistant complete Autre.')
})

it('not in the place of what is no longer there: what there is now is shown', async () => {
  const port = scriptedPort({ stored, reply: () => failing(503, 'http') })
  const { chat, shown, settled, resume } = await settledChat(port)
  chat.rewrite('shorter')
  await settled()
  port.stored = conversationOf([...before, messageOf({ id: 'other', content: 'D’un autre onglet.' })])
  await resume()
  expect(port.requests).toHaveLength(1)
  expect(shown().at(-1)).toBe('assistant complete D’un autre onglet.')
})
