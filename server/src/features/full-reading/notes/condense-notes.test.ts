import { estimateTokens } from '@parvis/french-search'
import { describe, expect, it } from 'vitest'
import type { Llm } from '../../../platform/llm/port.ts'
import { condenseNotes } from './condense-notes.ts'
import { createMemoryNoteStore, type NoteStore } from './note-store.ts'
import { partSize } from '../parts/parts.ts'
import type { FullReading } from '../parts/read-parts.ts'
import { sourceOf } from '../../../testing/reply-client.ts'

const pages = Array.from({ length: 400 }, (_, at) => sourceOf({ number: at + 1, extract: `Fait ${at + 1}` }))
const noteOf = (number: number) => `- Le fait numéro ${number} dit une chose de la commune et de son budget [${number}]`
const notes = Array.from({ length: 20 }, (_, part) => ({
  document_id: 'a',
  notes: Array.from({ length: 20 }, (_, at) => noteOf(part * 20 + at + 1)).join('\n'),
}))
const size = notes.reduce((sum, one) => sum + estimateTokens(one.notes), 0)

/** Returns a reading whose model answers with `answer` applied to the notes it receives. */
function readingWith(answer: (lines: string[]) => string, store: NoteStore = createMemoryNoteStore()): { reading: FullReading; calls: () => number } {
  let calls = 0
  const complete: Llm['complete'] = async ({ messages, onDelta }) => {
    calls += 1
    onDelta(answer(messages[0]!.content.split('\n').filter((line) => line.startsWith('- Le fait'))))
    return { finish: 'stop', usage: null, model: 'essai' }
  }
  const reading = {
    llm: { complete } as Llm,
    answered: { by: null },
    task: 'synthesis' as const,
    guidance: '',
    request: { text: 'Fais la synthèse', before: [], isTable: false },
    parts: [],
    size: partSize('synthesis', 8_000, 10),
    unread: [],
    store,
    output: { appendText() {}, recordNotices() {}, reportProgress: async () => {}, reserveTokens: async () => {}, setSources() {}, addUsage() {} },
    signal: new AbortController().signal,
    isReadable: async () => true,
  }
  return { reading, calls: () => calls }
}
const everyOther = (lines: string[]) => lines.filter((_, at) => at % 2 === 0).join('\n')

describe('notes that a model cannot read at once', () => {
  it('stay as they are when they fit', async () => {
    const { reading, calls } = readingWith(everyOther)
    expect(await condenseNotes(reading, notes, pages, size)).toEqual({ notes, isCut: false })
    expect(calls()).toBe(0)
  })

  it('are condensed until they fit, in order, each with its page', async () => {
    const { reading } = readingWith(everyOther)
    const { notes: kept, isCut } = await condenseNotes(reading, notes, pages, Math.floor(size / 3))
    expect(isCut).toBe(false)
    const lines = kept.flatMap((one) => one.notes.split('\n'))
    expect(estimateTokens(lines.join('\n'))).toBeLessThanOrEqual(size / 3)
    const numbers = lines.map((line) => Number(/\[(\d+)\]$/.exec(line)![1]))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    expect(lines).toEqual(numbers.map(noteOf))
  })

  it('are condensed once: what was kept is not asked for again', async () => {
    const store = createMemoryNoteStore()
    const first = await condenseNotes(readingWith(everyOther, store).reading, notes, pages, Math.floor(size / 3))
    const again = readingWith(everyOther, store)
    expect(await condenseNotes(again.reading, notes, pages, Math.floor(size / 3))).toEqual(first)
    expect(again.calls()).toBe(0)
  })

  it('speak of no other page than before: a number that the model makes up leads nowhere', async () => {
    const neighbours = pages.map((page) => ({ ...page, number: page.number + 400, document_id: 'b', extract: 'Le budget de la commune voisine' }))
    const others = [...pages, ...neighbours]
    const madeUp = (lines: string[]) => [...lines.slice(0, 2), '- Le budget de la commune voisine [500]', '- Le budget de la commune voisine'].join('\n')
    const { notes: kept } = await condenseNotes(readingWith(madeUp).reading, notes, others, Math.floor(size / 3))
    const text = kept.map((one) => one.notes).join('\n')
    expect(text).toContain('- Le budget de la commune voisine')
    expect([...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)).filter((number) => number > 400)).toEqual([])
  })

  it('are said to be cut when the model does not shorten them', async () => {
    const { notes: kept, isCut } = await condenseNotes(readingWith((lines) => lines.join('\n')).reading, notes, pages, Math.floor(size / 3))
    expect(isCut).toBe(true)
    expect(kept.reduce((sum, one) => sum + estimateTokens(one.notes), 0)).toBeLessThanOrEqual(size / 3)
  })
})
