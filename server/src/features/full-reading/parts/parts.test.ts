import type { Source } from '@parvis/contract'
import { estimateTokens } from '@parvis/french-search'
import { describe, expect, it } from 'vitest'
import { halve, packParts, partSize, pagesOfPart, readingCost } from './parts.ts'
import { sourceOf } from '../../../testing/reply-client.ts'

const page = (number: number, length: number, document_id = 'a') => {
  const sentences = Array.from({ length }, (_, at) => `Phrase ${number}-${at} qui dit quelque chose de la commune.`)
  return sourceOf({ number, document_id, document: `${document_id}.pdf`, extract: sentences.join('\n') })
}
const linesOf = (pages: readonly Source[]) => pages.flatMap(({ extract }) => extract.split('\n'))

describe('parts', () => {
  it('hold consecutive pages of one document, all of them, within their size', () => {
    const pages = [...Array.from({ length: 30 }, (_, at) => page(at + 1, 10 + (at % 5))), page(31, 3, 'b'), page(32, 3, 'b')]
    const parts = packParts(pages, 800)
    expect(parts.flatMap((part) => part.pages)).toEqual(pages)
    expect(parts.every(({ tokens }) => tokens <= 800)).toBe(true)
    expect(parts.every((part) => new Set(part.pages.map(({ document_id }) => document_id)).size === 1)).toBe(true)
    expect(parts.map(({ number, total }) => [number, total])).toEqual(parts.map((_, at) => [at + 1, parts.length]))
    expect(pagesOfPart(parts.at(-1)!)).toBe('pages\u00a031 à 32')
  })

  it('cost what they are read and answered for, and the call that a synthesis is written in', () => {
    const parts = [page(1, 10), page(2, 10, 'b')].flatMap((one) => packParts([one], 10_000))
    const [first, second] = parts.map(({ tokens }) => tokens)
    const size = { text: 10_000, answer: 50 }
    expect(readingCost('gather', parts, size, 32_000)).toBe(2 * (700 + 50) + first! + second!)
    expect(readingCost('transform', parts, { text: 10_000, answer: 6_000 }, 32_000)).toBe(2 * (700 + first! + second!))
    expect(readingCost('synthesis', parts.slice(1), size, 32_000)).toBe(700 + 50 + second! + 32_000)
    expect(readingCost('gather', [], size, 32_000)).toBe(0)
  })

  it('cut a page that is longer than one, without loss', () => {
    const long = { ...page(7, 300), extract: `${page(7, 300).extract}\n${'mot '.repeat(3_000)}` }
    const parts = packParts([page(6, 3), long, page(8, 3)], 500)
    expect(parts.length).toBeGreaterThan(10)
    for (const part of parts) for (const { extract } of part.pages) expect(estimateTokens(extract)).toBeLessThanOrEqual(500)
    const words = (pages: readonly Source[]) => pages.flatMap(({ extract }) => extract.split(/\s+/)).filter(Boolean)
    expect(words(parts.flatMap((part) => part.pages))).toEqual(words([page(6, 3), long, page(8, 3)]))
    expect(new Set(parts.flatMap((part) => part.pages.map(({ number }) => number)))).toEqual(new Set([6, 7, 8]))
  })

  it('are halved between pages, then within a page, and not for ever', () => {
    const [part] = packParts([page(1, 10), page(2, 10), page(3, 10)], 10_000)
    const [first, second] = halve(part!)!
    expect([...first.pages, ...second.pages]).toEqual(part!.pages)
    const [alone] = packParts([page(1, 40)], 10_000)
    const [top, end] = halve(alone!)!
    expect(linesOf([...top.pages, ...end.pages])).toEqual(linesOf(alone!.pages))
    expect(halve(packParts([page(1, 2)], 10_000)[0]!)).toBeNull()
  })

  it('leave the model the room of its answer, whatever it can read', () => {
    for (const window of [2_000, 8_000, 32_000, 128_000]) {
      for (const task of ['gather', 'transform', 'synthesis'] as const) {
        const { text, answer } = partSize(task, window, 50)
        expect(text + answer).toBeLessThanOrEqual(window - 700)
        if (task === 'transform') expect(answer).toBeGreaterThanOrEqual(text)
      }
    }
    expect(partSize('gather', 32_000, 50)).toEqual(partSize('gather', 128_000, 50))
  })
})
