import type { FinishReason, ReplyEvent, ReplyStatus } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { failureSentence } from '../answer/reply-sentences.ts'
import { initialMachine, type ChatEffect, type ChatEvent } from './state.ts'
import { transition } from './transitions.ts'
import { conversationOf, failing, greeting, messageOf } from '../testing.ts'

/** An event, or a function that answers the last awaited effect by its ticket. */
type Happening = ChatEvent | ((ticket: number) => ChatEvent)

/** Creates a page whose conversation is loaded, and records its effects. `isKept`: whether the server saves the conversation. */
function page(isKept = true) {
  let machine = initialMachine({ hasOpening: false, failedGreeting: greeting })
  const effects: ChatEffect[] = []
  const after = (...happenings: Happening[]) => {
    for (const happening of happenings) {
      machine = transition(machine, typeof happening === 'function' ? happening(machine.ticket) : happening)
      effects.push(...machine.effects)
    }
  }
  const ticket = () => machine.ticket
  const chat = () => machine.chat
  const shown = () => chat().messages.map(({ role, content, status }) => `${role} ${status} ${content}`)
  const asked = () => effects.map((effect) => ('request' in effect ? `${effect.type} ${effect.request.action}` : effect.type))
  const told = () => effects.flatMap((effect) => (effect.type === 'announce' ? [effect.text] : []))
  after({ type: 'start', key: 'o' }, found(isKept ? conversationOf() : []))
  effects.length = 0
  return { after, ticket, shown, asked, told, effects, chat }
}

type Found = Extract<ChatEvent, { type: 'fetched' }>['loaded']

const question: ChatEvent = { type: 'send', key: 'q', replyKey: 'a', content: 'Un' }
const piece =
  (event: ReplyEvent, under?: number): Happening =>
  (ticket) => ({ type: 'received', ticket: under ?? ticket, replyEvent: event })
const says = (text: string, under?: number) => piece({ type: 'delta', id: 1, text }, under)
const ends = (status: ReplyStatus, finish_reason: FinishReason, under?: number) => piece({ type: 'done', id: 9, status, finish_reason, message_id: 'r' }, under)
const named: Happening = (ticket) => ({ type: 'started', ticket, stream_id: 's' })
const passed: Happening = (ticket) => ({ type: 'elapsed', ticket })
const ended: Happening = (ticket) => ({ type: 'ended', ticket })
const cut =
  (isCut: boolean): Happening =>
  (ticket) => ({ type: 'cut', ticket, isCut })
const found =
  (conversation: Found = conversationOf()): Happening =>
  (ticket) => ({ type: 'fetched', ticket, loaded: conversation })
const missed =
  (error: unknown): Happening =>
  (ticket) => ({ type: 'failed', ticket, error })

describe('a stop', () => {
  it('ends the reply at the server, and loses nothing of what comes before its end; a piece that comes later is of nobody', () => {
    const { after, shown, asked } = page()
    after(question, named, says('Voici'), { type: 'stop' }, says(' la'), ends('interrompue', 'stopped'), says(' note'))
    expect(asked().slice(1)).toEqual(['reply send', 'stop', 'announce'])
    expect(shown()).toEqual(['user complete Un', 'assistant interrompue Voici la'])
  })

  it('of an exchange that nobody keeps drops it: neither a late piece nor a late end makes it whole', () => {
    const { after, ticket, shown, asked } = page(false)
    after(question, found([]))
    const reading = ticket()
    after({ type: 'stop' }, says('Voici', reading), ends('complete', 'stop', reading))
    expect(asked().at(-1)).toBe('drop')
    expect(shown()).toEqual(['user complete Un', 'assistant interrompue '])
  })

  it('is carried out when the screen is left, and asked once', () => {
    const { after, effects } = page()
    after(question, { type: 'stop' }, { type: 'stop' }, { type: 'leave' })
    after(found(conversationOf([messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })])))
    expect(effects.filter(({ type }) => type === 'load')).toMatchObject([{ isForStop: true }])
    expect(effects.at(-1)).toEqual({ type: 'stop', stream_id: 'n' })
  })

  it('of a reply that never gets a row is given up', () => {
    const { after, asked } = page()
    after(question, { type: 'stop' })
    for (let round = 0; round < 30; round += 1) after(found(), passed)
    expect(asked().filter((type) => type === 'load')).toHaveLength(20)
  })
})

describe('a connection', () => {
  it('that is cut twice loses no piece, and is announced as little as one that holds', () => {
    const { after, shown, told, chat } = page()
    after(question, named, says('Voici'), cut(true), cut(true))
    expect(chat().reply?.isCut).toBe(true)
    after(cut(false), says(' la'), cut(true), cut(false), says(' note.'), ends('complete', 'stop'))
    expect(shown()[1]).toBe('assistant complete Voici la note.')
    expect(told()).toEqual(['L’assistant rédige…', 'Réponse terminée'])
  })

  it('that ends without saying how leaves an answer that is not whole', () => {
    const { after, shown } = page()
    after(question, says('Voici'), ended)
    expect(shown()[1]).toBe('assistant interrompue Voici')
  })

  it('that is lost before an answer and comes back finds the answer finished, and asks for nothing again', () => {
    const { after, shown, asked, chat } = page()
    after(question, missed(failing(0, 'network')))
    expect(chat().reply?.isCut).toBe(true)
    after(passed, missed(failing(0, 'network')), passed)
    after(found(conversationOf([messageOf({ id: 'm', role: 'user', content: 'Un', client_message_id: 'q' }), messageOf({ id: 'r', content: 'Fini.' })])))
    expect(asked()).toEqual(['announce', 'reply send', 'pause', 'load', 'pause', 'load'])
    expect(shown()).toEqual(['user complete Un', 'assistant complete Fini.'])
  })

  it('that does not come back is a failure, after two looks', () => {
    const { after, shown, asked } = page()
    after(question)
    for (const _ of [1, 2]) after(missed(failing(0, 'network')), passed)
    after(missed(failing(0, 'network')))
    expect(asked()).toEqual(['announce', 'reply send', 'pause', 'load', 'pause', 'load'])
    expect(shown()[1]).toBe(`assistant erreur ${failureSentence}`)
  })
})

it('an end that comes twice is announced once', () => {
  const { after, ticket, told } = page()
  after(question)
  const reading = ticket()
  after(says('Voici.'), ends('complete', 'stop'), ends('complete', 'stop', reading), { type: 'ended', ticket: reading })
  expect(told()).toEqual(['L’assistant rédige…', 'Réponse terminée'])
})

describe('a refusal', () => {
  const refusal = failing(409, 'conversations.reply_running', 'Une réponse est en cours')
  const elsewhere = conversationOf([messageOf({ id: 'e', role: 'user', content: 'Ailleurs' }), messageOf({ id: 'n', status: 'en_cours', stream_id: 'n' })])

  it('takes back the message that was shown, and follows what is written in another tab', () => {
    const { after, shown, effects, chat } = page()
    after(question)
    expect(shown()).toEqual(['user complete Un', 'assistant en_cours '])
    after(missed(refusal))
    expect([shown(), chat().returned, chat().notice]).toEqual([[], { text: 'Un' }, 'Une réponse est en cours'])
    after(found(elsewhere))
    expect(effects.at(-1)).toMatchObject({ type: 'resume', stream_id: 'n' })
    expect(shown()).toEqual(['user complete Ailleurs', 'assistant en_cours '])
  })

  it('does not undo a question that is sent while what there is is fetched', () => {
    const { after, ticket, shown } = page()
    after(question, missed(refusal))
    const refreshing = ticket()
    after({ type: 'send', key: 'q2', replyKey: 'a2', content: 'Deux' }, { type: 'fetched', ticket: refreshing, loaded: conversationOf() }, says('Voici'))
    expect(shown()).toEqual(['user complete Deux', 'assistant en_cours Voici'])
  })
})

it('nothing that comes after the screen is left changes it', () => {
  const { after, chat } = page()
  after(question, says('Voici'), { type: 'leave' })
  const left = chat()
  after(says(' la'), ends('complete', 'stop'), found(), missed(new Error('late')))
  expect(chat()).toBe(left)
})
