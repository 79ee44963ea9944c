import type { Prompt, ReplyEvent, Turn } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../seed/index.ts'
import { createChat } from '../../chat/create-chat.ts'
import { openingOf, promptOf } from './opening.ts'
import { simpleChatPort, type SimpleChatDeps } from './simple-port.ts'

const prompts: Prompt[] = [
  { id: 'a', name: 'Prompt standard', content: 'S' },
  { id: 'b', name: 'Prompt spécialisé', content: 'P' },
  { id: 'c', name: 'Résumer', content: 'R' },
]

describe('the prompt of the address', () => {
  it.each([
    ['1', 'a'],
    ['2', 'b'],
    ['expert', 'b'],
    ['', 'b'],
    ['c', 'c'],
    [null, undefined],
  ])('%s is %s', (parameter, id) => {
    expect(promptOf(parameter, prompts)?.id).toBe(id)
  })

  it('may be missing from the base', () => {
    expect(promptOf('1', [])).toBeNull()
  })

  it('exists in the demonstration data under both names', () => {
    const seeded = seedCatalogue.prompts.map(({ slug, name, content }) => ({ id: slug, name, content }))
    expect([promptOf('1', seeded)?.name, promptOf('2', seeded)?.name]).toEqual(['Prompt standard', 'Prompt spécialisé'])
  })
})

describe('the opening', () => {
  it('is the words of the specification', () => {
    expect(openingOf(prompts[0]!, null)).toMatchObject({
      title: 'Prompt standard',
      welcome: 'Bienvenue ! Je suis configuré avec le prompt: Prompt standard',
      systemPrompt: 'S',
    })
    const assistant = { id: 'x', name: 'Rédacteur', description: 'Rédige.', prompt_content: 'Tu rédiges.' }
    expect(openingOf(null, assistant)).toMatchObject({
      title: 'Rédacteur',
      welcome: 'Bonjour ! Je suis Rédacteur. Rédige.',
      systemPrompt: 'Tu rédiges.',
      assistantId: 'x',
    })
    expect(openingOf(null, null)).toMatchObject({ welcome: null, systemPrompt: 'Vous êtes un assistant IA utile.' })
  })
})

describe('a conversation', () => {
  function world(fail: Partial<Record<'create' | 'save' | 'read', boolean>> = {}) {
    const saved: string[] = []
    const sent: Turn[][] = []
    const logged: unknown[] = []
    const created: string[] = []
    const deps: SimpleChatDeps = {
      load: async () => ({ messages: [] }),
      create: async () => (fail.create ? Promise.reject(new Error('create')) : { id: 'conv' }),
      save: async (id, { role, content }) => (fail.save ? Promise.reject(new Error('save')) : void saved.push(`${id} ${role} ${content}`)),
      async *read(history): AsyncGenerator<ReplyEvent> {
        sent.push(history)
        if (fail.read) throw new Error('read')
        yield { type: 'delta', id: 1, text: 'Bon' }
        yield { type: 'delta', id: 2, text: 'jour' }
        yield { type: 'done', id: 3, status: 'complete', finish_reason: 'stop', message_id: null }
      },
      log: (error) => void logged.push(error),
    }
    const voice = { prompt: 'P1' }
    const own = simpleChatPort(deps, { conversation_id: null, assistant_id: null, systemPrompt: () => voice.prompt, onCreated: (id) => void created.push(id) })
    const rest = {
      load: () => Promise.reject(new Error('unused')),
      resume: () => {
        throw new Error('unused')
      },
      stop: async () => undefined,
      rate: async () => undefined,
      pause: async () => undefined,
    }
    const chat = createChat({ port: { ...rest, ...own }, hasOpening: false, failedGreeting: '', announce: () => undefined })
    const until = async (isTrue: () => boolean) => {
      await expect.poll(isTrue).toBe(true)
    }
    const say = async (text: string) => {
      expect(chat.send(text)).toBe(true)
      await until(() => chat.state().reply === null)
    }
    return { chat, voice, saved, sent, logged, created, until, say }
  }

  it('carries the system prompt and all the turns, and saves both', async () => {
    const { chat, voice, saved, sent, created, until, say } = world()
    chat.start()
    await until(() => chat.state().phase === 'ready')
    await say('Un')
    voice.prompt = 'P2'
    await say('Deux')
    const turn = (role: Turn['role'], content: string) => ({ role, content })
    expect(sent[0]).toEqual([turn('system', 'P1'), turn('user', 'Un')])
    expect(sent[1]).toEqual([turn('system', 'P2'), turn('user', 'Un'), turn('assistant', 'Bonjour'), turn('user', 'Deux')])
    await until(() => saved.length === 4)
    expect(saved).toEqual(['conv user Un', 'conv assistant Bonjour', 'conv user Deux', 'conv assistant Bonjour'])
    expect(created).toEqual(['conv'])
  })

  it('goes on when nothing can be saved', async () => {
    for (const fail of [{ create: true }, { save: true }]) {
      const { chat, saved, logged, until, say } = world(fail)
      chat.start()
      await until(() => chat.state().phase === 'ready')
      await say('Un')
      expect(chat.state().messages.at(-1)).toMatchObject({ content: 'Bonjour', status: 'complete' })
      await until(() => logged.length > 0)
      expect(saved).toEqual([])
    }
  })

  it('shows the failure of a reply, and asks again on request', async () => {
    const fail = { read: true }
    const { chat, sent, until, say } = world(fail)
    chat.start()
    await until(() => chat.state().phase === 'ready')
    await say('Un')
    expect(chat.state().messages.at(-1)).toMatchObject({ status: 'erreur', content: 'Désolé, une erreur est survenue. Veuillez réessayer.' })
    fail.read = false
    chat.resume()
    await until(() => chat.state().messages.at(-1)?.status === 'complete')
    expect(sent.at(-1)?.map(({ content }) => content)).toEqual(['P1', 'Un'])
    chat.regenerate()
    await until(() => sent.length === 3 && chat.state().reply === null)
    expect(sent.at(-1)?.map(({ content }) => content)).toEqual(['P1', 'Un'])
  })
})
