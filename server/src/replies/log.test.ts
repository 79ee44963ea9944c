import fc from 'fast-check'
import type { ReplyEvent } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { createReplyLog } from './log.ts'

const textOf = (events: readonly ReplyEvent[]) => events.map((event) => (event.type === 'delta' ? event.text : '')).join('')

describe('reply log', () => {
  it('numbers events by text units and control events', () => {
    const log = createReplyLog()
    log.add({ type: 'sources', sources: [] })
    log.append('Bonjour')
    log.add({ type: 'done', status: 'complete', finish_reason: 'stop', message_id: null })
    expect(log.pull(0).events.map((event) => [event.type, event.id])).toEqual([
      ['sources', 1],
      ['delta', 8],
      ['done', 9],
    ])
    expect(log.hasEnded()).toBe(true)
  })

  it('tells the end to a reader whose place is beyond it, under numbers that it has not seen', () => {
    const log = createReplyLog()
    log.append('Bonjour')
    expect(log.pull(12)).toEqual({ events: [], next: 12, isEnded: false })
    log.add({ type: 'done', status: 'interrompue', finish_reason: 'crash', message_id: null })
    const pulled = log.pull(12)
    expect(pulled).toMatchObject({ events: [{ type: 'done', id: 13 }], next: 13, isEnded: true })
    expect(log.pull(8)).toMatchObject({ events: [], isEnded: true })
  })

  it('gives a reader what follows its place, also from the middle of a piece', () => {
    const log = createReplyLog()
    log.append('Délibération')
    expect(log.pull(4).events).toEqual([{ type: 'delta', id: 12, text: 'bération' }])
    expect(log.pull(12).events).toEqual([])
    expect(log.pull(99).next).toBe(99)
  })

  it('never shows half of a character', () => {
    const log = createReplyLog()
    const [high, low] = ['😀'[0]!, '😀'[1]!]
    log.append(`a${high}`)
    expect(log.text()).toBe('a')
    log.append(`${low}b`)
    expect(log.text()).toBe('a😀b')
  })

  it('keeps the last progress only, and is not begun by it', () => {
    const log = createReplyLog()
    for (let done = 0; done <= 40; done += 1) log.add({ type: 'progress', done, total: 40 })
    expect(log.hasBegun()).toBe(false)
    expect(log.pull(0)).toMatchObject({ events: [{ type: 'progress', id: 41, done: 40 }], next: 41 })
    expect(log.pull(40).events).toHaveLength(1)
    expect(log.pull(41).events).toEqual([])
    log.append('Bonjour')
    log.add({ type: 'sources', sources: [] })
    expect(log.hasBegun()).toBe(true)
    expect(log.pull(0).events.map(({ type, id }) => [type, id])).toEqual([
      ['progress', 41],
      ['delta', 48],
      ['sources', 49],
    ])
  })

  it('takes the number that another process has given', () => {
    const log = createReplyLog()
    log.add({ type: 'progress', done: 3, total: 9 }, 4)
    log.append('Bon')
    expect(log.pull(0).events.map(({ id }) => id)).toEqual([4, 7])
  })

  it('ignores what comes after the end', () => {
    const log = createReplyLog()
    log.add({ type: 'done', status: 'complete', finish_reason: 'stop', message_id: null })
    log.append('trop tard')
    expect(log.text()).toBe('')
    expect(log.lastId()).toBe(1)
  })

  it('any readers who leave and come back anywhere read the same text, without gap nor repeat, while it is folded', () => {
    const pieces = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 120 })
    fc.assert(
      fc.property(pieces, fc.infiniteStream(fc.nat({ max: 5 })), (texts, dice) => {
        const log = createReplyLog()
        const place = { of: [0, 0, 0] }
        const read = ['', '', '']
        let saved = ''
        log.add({ type: 'sources', sources: [] })
        for (const text of texts) {
          log.append(text)
          const reader = dice.next().value as number
          if (reader < 3) {
            const pulled = log.pull(place.of[reader]!)
            read[reader] += textOf(pulled.events)
            place.of[reader] = pulled.next
          } else {
            saved += log.textSince(saved.length)
          }
        }
        for (const reader of [0, 1, 2]) read[reader] += textOf(log.pull(place.of[reader]!).events)
        saved += log.textSince(saved.length)
        expect(read).toEqual([log.text(), log.text(), log.text()])
        expect(saved).toBe(log.text())
      }),
    )
  })
})
