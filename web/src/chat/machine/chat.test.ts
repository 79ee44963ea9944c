import type { ReplyEvent } from '@parvis/contract'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { failureSentence } from '../answer/reply-sentences.ts'
import { chatOn, conversationOf, failing, greeting, messageOf, replyOf, scriptedPort, settledChat } from '../testing.ts'

/** Creates a reply whose events the test releases. */
function heldReply(events: ReplyEvent[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    release: resolve,
    events: (async function* () {
      await promise
      yield* events
    })(),
  }
}

it('opens an empty conversation once, and announces the start and the end once each', async () => {
  const port = scriptedPort()
  const { chat, announced, shown, settled } = chatOn(port, true)
  chat.start()
  await settled()
  expect(port.requests).toEqual([{ action: 'opening', conversation_id: 'c', history: [] }])
  expect(shown()).toEqual(['assistant complete Bonjour.'])
  expect(announced).toEqual(['L’assistant rédige…', 'Réponse terminée'])
})

it('announces a long reading once, and not its parts', async () => {
  const parts = [0, 1, 2, 3].map((done): ReplyEvent => ({ type: 'progress', id: done + 1, done, total: 3 }))
  const { chat, announced } = await settledChat(scriptedPort({ reply: () => [...parts, ...replyOf('Bonjour.')] }))
  chat.send('Fais la synthèse')
  await vi.waitFor(() => expect(announced).toHaveLength(3))
  expect(announced).toEqual(['L’assistant rédige…', 'Lecture complète du document, en 3\u00a0parties', 'Réponse terminée'])
})

it('shows a conversation that has messages, and asks the model nothing (specification, chapter 4)', async () => {
  const port = scriptedPort({ stored: conversationOf([messageOf({ role: 'user', content: 'Un' }), messageOf({ id: 'n', content: 'Deux' })]) })
  const { shown } = await settledChat(port, true)
  expect(port.requests).toEqual([])
  expect(shown()).toEqual(['user complete Un', 'assistant complete Deux'])
})

it('follows a reply that is being written, from its start', async () => {
  const port = scriptedPort({
    stored: conversationOf([messageOf({ role: 'user', content: 'Un' }), messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })]),
    resume: () => replyOf('Suite.'),
  })
  const { shown } = await settledChat(port, true)
  expect(port.resumed).toEqual(['n'])
  expect(shown()[1]).toBe('assistant complete Suite.')
})

it.each([
  ['the model', scriptedPort({ reply: () => failing(502, 'llm.unreachable') })],
  ['the conversation', scriptedPort({ enter: () => Promise.reject(failing(500, 'server.unexpected')) })],
])('greets anyway when %s fails, and stays usable (trust case REL-17)', async (_, port) => {
  const { chat, shown, settled } = await settledChat(port, true)
  expect(shown()).toEqual([`assistant erreur ${greeting}`])
  expect(chat.send('Bonjour')).toBe(true)
  await settled()
  expect(shown()[1]).toBe('user complete Bonjour')
})

it.each([
  ['auth.missing', 401, 'Vous devez être connecté pour utiliser le chatbot. Veuillez vous reconnecter.'],
  ['auth.expired', 401, 'Votre session a expiré. Veuillez vous reconnecter.'],
  ['llm.unreachable', 502, failureSentence],
])('says of a question refused with %s what the person must do (specification, chapter 8)', async (code, status, sentence) => {
  const { shown, ask } = await settledChat(scriptedPort({ reply: () => failing(status, code) }))
  await ask('Un')
  expect(shown()).toEqual(['user complete Un', `assistant erreur ${sentence}`])
})

it('text that comes within one frame is shown once; the end is not waited for', async () => {
  const frames: ((time: number) => void)[] = []
  const held = heldReply([])
  const pieces = ['Un', ' deux', ' trois'].map((text, at): ReplyEvent => ({ type: 'delta', id: at + 1, text }))
  const port = scriptedPort({
    nextFrame: (work) => void frames.push(work),
    async *reply() {
      yield* pieces
      yield* held.events
      yield* replyOf('', {})
    },
  })
  const { chat, settled } = await settledChat(port)
  const shown: (string | undefined)[] = []
  chat.subscribe(() => shown.push(chat.state().messages[1]?.content))
  chat.send('Compte')
  await vi.waitFor(() => expect(frames).toHaveLength(1))
  expect(shown.at(-1)).toBe('')
  frames[0]!(performance.now())
  expect(shown.at(-1)).toBe('Un deux trois')
  const before = shown.length
  held.release()
  await settled()
  expect([frames.length, shown.length - before]).toEqual([1, 1])
})

it('without a conversation, the exchange carries its own history', async () => {
  const port = scriptedPort({ enter: () => Promise.reject(failing(500, 'server.unexpected')) })
  const { ask } = await settledChat(port, true)
  await ask('Un')
  await ask('Deux')
  const turn = (role: string, content: string) => ({ role, content })
  const history = [turn('user', 'Un'), turn('assistant', 'Bonjour.'), turn('user', 'Deux')]
  expect(port.requests[1]).toMatchObject({ conversation_id: null, history })
})

it('takes one message at a time (trust case REL-13)', async () => {
  const port = scriptedPort()
  const { chat, settled } = chatOn(port)
  expect(chat.send('Trop tôt')).toBe(false)
  await settled()
  expect([' ', 'Un', 'Un', 'Deux'].map((text) => chat.send(text))).toEqual([false, true, false, false])
  await settled()
  expect(port.requests).toMatchObject([{ action: 'send', conversation_id: 'c', history: [{ role: 'user', content: 'Un' }] }])
})

it('gives the text back when another tab is being answered, and shows that answer (trust case REL-15)', async () => {
  const port = scriptedPort({ reply: () => failing(409, 'conversations.reply_running', 'Une réponse est en cours') })
  const { chat, shown, ask } = await settledChat(port)
  port.stored = conversationOf([messageOf({ id: 'q', role: 'user', content: 'De l’autre onglet' }), messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })])
  await ask('Le mien')
  expect(chat.state()).toMatchObject({ notice: 'Une réponse est en cours', returned: { text: 'Le mien' } })
  expect(shown()).toEqual(['user complete De l’autre onglet', 'assistant complete Bonjour.'])
})

it('a message whose answer was lost is looked for, and sent again under the same name when it had not arrived (trust case REL-14)', async () => {
  const port = scriptedPort({ reply: (_, at) => (at === 0 ? failing(0, 'network') : replyOf('Arrivé.')) })
  const { shown, ask } = await settledChat(port)
  await ask('Un')
  expect(port.requests[1]!.client_message_id).toBe(port.requests[0]!.client_message_id)
  expect(shown()).toEqual(['user complete Un', 'assistant complete Arrivé.'])
})

it('a message whose answer was lost but which had arrived is not sent again', async () => {
  const port = scriptedPort({
    reply(request) {
      const question = messageOf({ id: 'q', role: 'user', content: 'Un', client_message_id: request.client_message_id! })
      port.stored = conversationOf([question, messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })])
      return failing(0, 'network')
    },
  })
  const { shown, ask } = await settledChat(port)
  await ask('Un')
  expect(port.requests).toHaveLength(1)
  expect(shown()).toEqual(['user complete Un', 'assistant complete Bonjour.'])
})

it.each([
  [failing(401, 'auth.missing'), 'Vous devez être connecté pour utiliser le chatbot. Veuillez vous reconnecter.', null],
  [failing(401, 'auth.expired'), 'Votre session a expiré. Veuillez vous reconnecter.', null],
  [new ApiError(503), 'Désolé, une erreur est survenue. Veuillez réessayer.', 'HTTP: 503'],
])('a refusal is told in the words of the specification: %s', async (refusal, content, error) => {
  const { chat, ask } = await settledChat(scriptedPort({ reply: () => refusal }))
  await ask('Question')
  expect(chat.state().messages.at(-1)).toMatchObject({ role: 'assistant', status: 'erreur', content, error })
})

it('a failure is told, and taken up where the server stands', async () => {
  const port = scriptedPort({
    reply(_, at) {
      if (at === 0) return failing(502, 'llm.unreachable', 'Injoignable')
      port.stored = conversationOf([port.stored.messages[0]!, messageOf({ id: 'r', content: 'Enfin.' })])
      return replyOf('Enfin.')
    },
  })
  const { chat, shown, ask, resume } = await settledChat(port)
  await ask('Un')
  expect(chat.state().messages[1]).toMatchObject({ status: 'erreur', content: 'Désolé, une erreur est survenue. Veuillez réessayer.', error: 'Injoignable' })
  const question = messageOf({ id: 'q', role: 'user', content: 'Un', client_message_id: port.requests[0]!.client_message_id! })
  port.stored = conversationOf([question, messageOf({ id: 'n', status: 'erreur', finish_reason: 'error' })])
  await resume()
  expect(port.requests[1]).toMatchObject({ action: 'regenerate' })
  expect(shown()).toEqual(['user complete Un', 'assistant complete Enfin.'])
})

it('an interrupted reply is continued, unless it has become whole meanwhile', async () => {
  const question = messageOf({ id: 'q', role: 'user', content: 'Un' })
  const port = scriptedPort({
    stored: conversationOf([question, messageOf({ id: 'n', content: 'Voici', status: 'interrompue', finish_reason: 'cut' })]),
    reply: () => replyOf('Voici la suite.'),
  })
  const { shown, resume } = await settledChat(port)
  await resume()
  expect(port.requests[0]).toMatchObject({ action: 'continue' })
  expect(shown()[1]).toBe('assistant complete Voici la suite.')

  const other = scriptedPort({ stored: port.stored })
  const late = await settledChat(other)
  other.stored = conversationOf([question, messageOf({ id: 'n', content: 'Voici tout.' })])
  await late.resume()
  expect(other.requests).toEqual([])
  expect(late.shown()[1]).toBe('assistant complete Voici tout.')
})

it('edits a question by the name the server gave it', async () => {
  const port = scriptedPort()
  const { chat, shown, settled, ask } = await settledChat(port)
  await ask('Un')
  const question = messageOf({ id: 'q1', role: 'user', content: 'Un', client_message_id: port.requests[0]!.client_message_id! })
  port.stored = conversationOf([question, messageOf({ id: 'r' })])
  expect(chat.edit(chat.state().messages[0]!.key, 'Deux')).toBe(true)
  await settled()
  expect(port.requests[1]).toMatchObject({ action: 'edit', message_id: 'q1', history: [{ role: 'user', content: 'Deux' }] })
  expect(shown()).toEqual(['user complete Deux', 'assistant complete Bonjour.'])
})

it('stops a reply before its first word, by the row the server made for it', async () => {
  const held = heldReply(replyOf('', { status: 'interrompue', finish_reason: 'stopped' }))
  const port = scriptedPort({ reply: () => held.events })
  port.stop = async (stream_id) => {
    port.stopped.push(stream_id)
    held.release()
  }
  const { chat, settled } = await settledChat(port)
  chat.send('Un')
  port.pause = async () => {
    port.stored = conversationOf([messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })])
  }
  await chat.stop()
  await settled()
  expect(port.stopped).toEqual(['n'])
  expect(chat.state().messages[1]).toMatchObject({ status: 'interrompue', finish_reason: 'stopped' })
})

it('an opinion that could not be kept is taken back', async () => {
  const port = scriptedPort({ stored: conversationOf([messageOf({ id: 'n' })]) })
  port.rate = () => Promise.reject(failing(500, 'server.unexpected'))
  const { chat } = await settledChat(port)
  const rated = chat.rate('n', 'positive')
  expect(chat.state().messages[0]!.feedback).toBe('positive')
  await expect(rated).rejects.toThrow('Refus')
  expect(chat.state().messages[0]!.feedback).toBeNull()
})
