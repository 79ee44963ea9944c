import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ConversationWithMessages } from '@parvis/contract'
import { ApiError } from '../../api/transport/api-error.ts'
import { failureSentence } from '../answer/reply-sentences.ts'
import { initialMachine, type ChatEffect, type ChatEvent, type ChatMachine } from './state.ts'
import { transition } from './transitions.ts'
import { conversationOf, failing, greeting, messageOf } from '../testing.ts'

// Property test: a server whose replies have the same text, and events in any order. Requests succeed, fail, are answered late, out of order or twice.

const pieces = ['Voici', ' la', ' note', ' demandée.']
const whole = pieces.join('')

const commands = ['start', 'send', 'edit', 'regenerate', 'resume', 'stop', 'catchUp', 'leave'] as const
const outcomes = ['received', 'received', 'received', 'rest', 'interrupted', 'started', 'cut', 'fetched', 'elapsed', 'ended', 'failed'] as const
const errors = [failing(0, 'network'), failing(409, 'conversations.reply_running'), failing(404, 'request.not_found'), new ApiError(503), new Error('odd')]

/** Random events. `at`: which pending effect is answered, counted from the last; `which`: seed of the answer, the error or the server's state. */
const happenings = fc.array(
  fc.record({
    what: fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...commands) }, { weight: 5, arbitrary: fc.constantFrom(...outcomes) }),
    at: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) }),
    which: fc.nat(60),
  }),
  { minLength: 1, maxLength: 60 },
)

function stored(which: number, machine: ChatMachine): ConversationWithMessages {
  const asked = machine.chat.messages.findLast(({ role }) => role === 'user')
  const question = messageOf({ id: 'q', role: 'user', content: 'Un', client_message_id: which % 2 === 0 ? (asked?.client_message_id ?? null) : null })
  const content = pieces.slice(0, which % 5).join('')
  const answer = [
    messageOf({ id: 'n', content: whole }),
    messageOf({ id: 'n', content, status: 'interrompue', finish_reason: 'cut' }),
    messageOf({ id: 'n', content, status: 'en_cours', finish_reason: null, stream_id: 'n' }),
    messageOf({ id: 'n', status: 'erreur', finish_reason: 'error' }),
  ][which % 4]!
  return conversationOf(which % 7 === 0 ? [] : [question, answer])
}

class World {
  machine = initialMachine({ hasOpening: true, failedGreeting: greeting })
  effects: Exclude<ChatEffect, { type: 'announce' | 'drop' | 'stop' }>[] = []
  /** Number of text chunks sent, by ticket. `announced`: number of ends announced. */
  sent = new Map<number, number>()
  announced = new Map<number, number>()
  isLeft = false
  wrong: string[] = []

  happen(what: (typeof commands)[number] | (typeof outcomes)[number], at: number, which: number): void {
    if (commands.includes(what as never)) return this.play(this.command(what as (typeof commands)[number], which))
    const effect = this.effects.at(-1 - at)
    if (effect) for (const event of this.answer(what as (typeof outcomes)[number], effect, which)) this.play(event)
  }

  play(event: ChatEvent): void {
    if (event.type === 'leave') this.isLeft = true
    if (event.type === 'start') this.isLeft = false
    this.machine = transition(this.machine, event)
    for (const effect of this.machine.effects) {
      if ('ticket' in effect) this.effects.push(effect)
      if (effect.type === 'announce' && effect.text.startsWith('Réponse') && 'ticket' in event) {
        this.announced.set(event.ticket, (this.announced.get(event.ticket) ?? 0) + 1)
      }
    }
    if (event.type === 'received' && event.replyEvent.type === 'delta') {
      this.sent.set(event.ticket, (this.sent.get(event.ticket) ?? 0) + 1)
      if (this.machine.effects.length > 0) this.wrong.push('a piece costs an effect')
    }
    this.check()
  }

  command(type: (typeof commands)[number], which: number): ChatEvent {
    const [key, replyKey] = [crypto.randomUUID(), crypto.randomUUID()]
    const target = this.machine.chat.messages[which % 3]?.key ?? ''
    return { type, key, replyKey, target, content: `Question ${which}` } as ChatEvent
  }

  answer(what: (typeof outcomes)[number], { type, ticket }: World['effects'][number], which: number): ChatEvent[] {
    if (type === 'enter' || type === 'load' || type === 'pause') {
      if (what === 'failed') return [{ type: 'failed', ticket, error: errors[which % errors.length] }]
      if (type === 'pause') return [{ type: 'elapsed', ticket }]
      return [{ type: 'fetched', ticket, loaded: type === 'enter' && which % 6 === 0 ? [] : stored(which, this.machine) }]
    }
    const end = (status: 'complete' | 'interrompue'): ChatEvent => ({
      type: 'received',
      ticket,
      replyEvent: { type: 'done', id: 99, status, finish_reason: status === 'complete' ? 'stop' : 'cut', message_id: which % 3 === 0 ? null : 'n' },
    })
    if (what === 'failed') return [{ type: 'failed', ticket, error: errors[which % errors.length] }]
    if (what === 'ended') return [{ type: 'ended', ticket }]
    if (what === 'cut') return [{ type: 'cut', ticket, isCut: which % 2 === 0 }]
    // The stream id comes before the first event, as the port reads it from the headers.
    const named: ChatEvent = { type: 'started', ticket, stream_id: 's' }
    if (what === 'started') return [named]
    if (what === 'interrupted') return [named, end('interrompue')]
    if (what === 'rest') return [named, ...this.next(ticket, pieces.length), end('complete')]
    return [named, ...this.next(ticket, 1)]
  }

  /** Next text chunks of a reading. */
  next(ticket: number, count: number): ChatEvent[] {
    const from = this.sent.get(ticket) ?? 0
    return pieces.slice(from, from + count).map((text) => ({ type: 'received', ticket, replyEvent: { type: 'delta', id: 1, text } }))
  }

  /** Records the violated invariants in `wrong`. */
  check(): void {
    const { chat, awaited } = this.machine
    const note = (isWrong: boolean, what: string) => isWrong && this.wrong.push(what)
    for (const { status, content } of chat.messages.filter(({ role }) => role === 'assistant')) {
      note(status === 'complete' && content !== whole, 'a cut answer looks complete')
      note(![failureSentence, greeting].includes(content) && !whole.startsWith(content), `a text of nobody: ${content}`)
    }
    note(chat.reply !== null && awaited === null && !this.isLeft, 'a reply never ends')
    const isReading = awaited?.step.type === 'reading' || awaited?.step.type === 'opening'
    const received = pieces.slice(0, this.sent.get(awaited?.ticket ?? 0) ?? 0).join('')
    note(isReading && !chat.messages.find(({ key }) => key === chat.reply?.key)?.content.startsWith(received), 'a piece is lost')
    note(Math.max(0, ...this.announced.values()) > 1, 'an end is announced twice')
  }
}

it('whatever happens in whatever order, a cut answer never looks complete, no piece is lost, and an end is announced once', () => {
  fc.assert(
    fc.property(happenings, (all) => {
      const world = new World()
      world.happen('start', 0, 0)
      for (const { what, at, which } of all) world.happen(what, at, which)
      expect(world.wrong).toEqual([])
    }),
    { numRuns: 5_000 },
  )
})
