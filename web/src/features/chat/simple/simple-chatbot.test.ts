import type { Prompt, ReplyEvent, ChatTurn } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../../../seed/index.ts'
import { createChat } from '../../../chat/machine/effects.ts'
import { conversationOf, failing, replyOf, scriptedPort } from '../../../chat/testing.ts'
import { chatbotOpeningOf, promptOf } from './chatbot-opening.ts'
import { simpleChatPort, type SimpleChatDeps } from './simple-port.ts'

const updated_at = '2026-01-01T00:00:00.000Z'
const prompts: Prompt[] = [
  { id: 'a', name: 'Le nôtre', content: 'S', updated_at, chatbot_use: 'standard' },
  { id: 'b', name: 'Prompt spécialisé', content: 'P', updated_at, chatbot_use: 'specialised' },
  { id: 'c', name: 'Résumer', content: 'R', updated_at, chatbot_use: null },
]

describe('the prompt of the address', () => {
  it.each([
    ['1', 'a'],
    ['2', 'b'],
    ['expert', 'b'],
    ['', 'b'],
    ['c', 'c'],
    [null, undefined],
  ])('%s is %s', (parameter, id) => expect(promptOf(parameter, prompts)?.id).toBe(id))

  it('may be missing from the database', () => expect(promptOf('1', [])).toBeNull())

  it('exists in the demonstration data under both names', () => {
    const seeded = seedCatalogue.prompts.map(({ slug, name, content, chatbot_use = null }) => ({ id: slug, name, content, updated_at, chatbot_use }))
    expect([promptOf('1', seeded)?.name, promptOf('2', seeded)?.name]).toEqual(['Prompt standard', 'Prompt spécialisé'])
  })
})

describe('the opening', () => {
  it('is the words of the specification', () => {
    expect(chatbotOpeningOf(prompts[0]!, null)).toMatchObject({
      title: 'Le nôtre',
      welcome: 'Bienvenue ! Je suis configuré avec le prompt: Le nôtre',
      systemPrompt: 'S',
    })
    const assistant = { id: 'x', name: 'Rédacteur', description: 'Rédige.', prompt_content: 'Tu rédiges.' }
    expect(chatbotOpeningOf(null, assistant)).toMatchObject({
      title: 'Rédacteur',
      welcome: 'Bonjour ! Je suis Rédacteur. Rédige.',
      systemPrompt: 'Tu rédiges.',
      assistantId: 'x',
    })
    expect(chatbotOpeningOf(null, null)).toMatchObject({ welcome: null, systemPrompt: 'Vous êtes un assistant IA utile.' })
  })
})

describe('a conversation', () => {
  function world(fail: Partial<Record<'create' | 'read', boolean>> & { load?: Error } = {}, conversation_id: string | null = null) {
    const sent: Parameters<SimpleChatDeps['read']>[0][] = []
    const created: Parameters<SimpleChatDeps['create']>[0][] = []
    const deps: SimpleChatDeps = {
      load: async (id) => (fail.load ? Promise.reject(fail.load) : conversationOf([], { id })),
      create: async (tied) => {
        if (fail.create) throw new Error('create')
        created.push(tied)
        return conversationOf([], { id: 'conv', ...tied })
      },
      async *read(body): AsyncGenerator<ReplyEvent> {
        sent.push(body)
        if (fail.read) throw new Error('read')
        yield* replyOf('Bonjour')
      },
    }
    const voice = { systemPrompt: 'P1', prompt: 'a' as string | null }
    const own = simpleChatPort(deps, { conversation_id, assistant_id: null, project_id: 'projet', currentPrompt: () => voice })
    const chat = createChat({ port: { ...scriptedPort(), ...own }, hasOpening: false, failedGreeting: '', announce: () => undefined })
    own.setMessagesReader(() => chat.state().messages)
    const until = async (isTrue: () => boolean) => {
      await expect.poll(isTrue).toBe(true)
    }
    const start = async () => {
      chat.start()
      await until(() => chat.state().phase === 'ready')
    }
    const say = async (text: string) => {
      expect(chat.send(text)).toBe(true)
      await until(() => chat.state().reply === null)
    }
    return { chat, voice, sent, created, until, start, say }
  }
  const turn = (role: ChatTurn['role'], content: string) => ({ role, content })

  it('is made with the first question and kept by the server, with its prompt; each request carries all the turns', async () => {
    const { voice, sent, created, start, say } = world()
    await start()
    expect(created).toEqual([])
    await say('Un')
    Object.assign(voice, { systemPrompt: 'P2', prompt: 'c' })
    await say('Deux')
    expect(created).toEqual([{ assistant_id: null, project_id: 'projet' }])
    expect(sent[0]).toMatchObject({ conversation_id: 'conv', prompt_id: 'a', action: 'send', messageHistory: [turn('system', 'P1'), turn('user', 'Un')] })
    expect(sent[1]).toMatchObject({ conversation_id: 'conv', prompt_id: 'c' })
    expect(sent[1]!.messageHistory).toEqual([turn('system', 'P2'), turn('user', 'Un'), turn('assistant', 'Bonjour'), turn('user', 'Deux')])
  })

  it('is made once by a file and the first question together, and not by a look', async () => {
    const { chat, created, sent, start, say } = world()
    await start()
    expect(created).toEqual([])
    const placed = Promise.all([chat.place!(), chat.place!()])
    await say('Un')
    await placed
    expect([created, sent[0]?.conversation_id, chat.state().conversation?.id]).toEqual([[{ assistant_id: null, project_id: 'projet' }], 'conv', 'conv'])
  })

  it('goes on without being kept when no conversation can be made', async () => {
    const { chat, sent, start, say } = world({ create: true })
    await start()
    await say('Un')
    await say('Deux')
    expect(chat.state().messages.at(-1)).toMatchObject({ content: 'Bonjour', status: 'complete' })
    expect(sent[1]).toMatchObject({ conversation_id: null })
    expect(sent[1]!.messageHistory.map(({ content }) => content)).toEqual(['P1', 'Un', 'Bonjour', 'Deux'])
  })

  it('begins a new one where the one of the address was deleted, but not where the server is away', async () => {
    const gone = world({ load: failing(404, 'request.not_found') }, 'deleted')
    await gone.start()
    await gone.say('Un')
    expect([gone.created, gone.sent[0]?.conversation_id]).toEqual([[{ assistant_id: null, project_id: 'projet' }], 'conv'])
    const away = world({ load: failing(503, 'server.unavailable') }, 'kept')
    await away.start()
    await away.say('Un')
    expect(away.created).toEqual([])
  })

  it('shows the failure of a reply', async () => {
    const { chat, start, say } = world({ read: true })
    await start()
    await say('Un')
    expect(chat.state().messages.at(-1)).toMatchObject({ status: 'erreur', content: 'Désolé, une erreur est survenue. Veuillez réessayer.' })
  })
})
