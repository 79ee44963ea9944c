import { expect, it } from 'vitest'
import { failureSentence } from '../answer/reply-sentences.ts'
import { conversationOf, failing, messageOf, scriptedPort, settledChat } from '../testing.ts'

// A conversation continues in another tab or on another device: what a page that has not seen it must not do.

it('another answer whose beginning was lost is not asked for again when it is there (trust case REL-14)', async () => {
  const question = messageOf({ id: 'q', role: 'user', content: 'Un' })
  const port = scriptedPort({
    stored: conversationOf([question, messageOf({ id: 'old', content: 'Avant.' })]),
    reply() {
      port.stored = conversationOf([question, messageOf({ id: 'new', content: 'Après.' })])
      return failing(0, 'network')
    },
  })
  const { chat, shown, settled } = await settledChat(port)
  chat.regenerate()
  await settled()
  expect(port.requests).toEqual([{ action: 'regenerate', conversation_id: 'c', history: [], message_id: 'old' }])
  expect(shown()).toEqual(['user complete Un', 'assistant complete Après.'])
})

it('from a page that shows an older state, nothing is replaced: what there is now is shown, and the text comes back', async () => {
  const port = scriptedPort({
    stored: conversationOf([messageOf({ id: 'q', role: 'user', content: 'Un' }), messageOf({ id: 'old', content: 'Avant.' })]),
    reply: () => failing(404, 'request.not_found', 'Introuvable'),
  })
  const { chat, shown, settled } = await settledChat(port)
  port.stored = conversationOf([messageOf({ id: 'q2', role: 'user', content: 'Deux' }), messageOf({ id: 'new', content: 'Après.' })])
  chat.edit('q', 'Un, corrigé')
  await settled()
  expect(shown()).toEqual(['user complete Deux', 'assistant complete Après.'])
  expect(chat.state()).toMatchObject({ notice: 'Introuvable', returned: { text: 'Un, corrigé' } })
})

it('catches up with what was said elsewhere, and follows what is being said', async () => {
  const one = [messageOf({ id: 'q', role: 'user', content: 'Un' }), messageOf({ id: 'r', content: 'Réponse.' })]
  const port = scriptedPort({ stored: conversationOf(one) })
  const { chat, shown } = await settledChat(port)
  const before = chat.state()
  await chat.catchUp()
  expect(chat.state()).toBe(before)
  port.stored = conversationOf([...one, messageOf({ id: 'q2', role: 'user', content: 'Deux' }), messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })])
  await chat.catchUp()
  expect(port.resumed).toEqual(['n'])
  expect(shown()).toEqual(['user complete Un', 'assistant complete Réponse.', 'user complete Deux', 'assistant complete Bonjour.'])
})

it('catches up with nothing while a question has not arrived, or one is sent meanwhile', async () => {
  const port = scriptedPort({ stored: conversationOf([messageOf({ id: 'r', content: 'Réponse.' })]), reply: () => failing(502, 'llm.unreachable') })
  const { chat, shown, settled } = await settledChat(port)
  const looking = chat.catchUp()
  chat.send('Un')
  port.stored = conversationOf([messageOf({ id: 'z', content: 'Autre.' })])
  await looking
  await settled()
  await chat.catchUp()
  expect(shown()).toEqual(['assistant complete Réponse.', 'user complete Un', `assistant erreur ${failureSentence}`])
})

it('catches up with what the conversation rests on since, though nothing was said', async () => {
  const said = [messageOf({ id: 'r', content: 'Réponse.' })]
  const port = scriptedPort({ stored: conversationOf(said) })
  const { chat, shown } = await settledChat(port)
  port.stored = conversationOf(said, { project_id: 'p', project_name: 'Voie verte' })
  await chat.catchUp()
  expect([chat.state().conversation?.project_name, shown()]).toEqual(['Voie verte', ['assistant complete Réponse.']])
})
