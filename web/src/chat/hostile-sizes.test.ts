import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hostileSizes } from '../../../seed/hostile-sizes.ts'
import { Markdown } from '../ui/Markdown.tsx'
import { foreignLanguageOf } from './answer-language.ts'
import { citedNumbers, markQuotes } from './quote-marks.ts'

const size = 25_000

/** What a page does of an answer: reads it, whole and growing, looks for its quotations, its sources and its language. */
function show(text: string): void {
  const renderCitation = (number: number) => createElement('span', null, number)
  for (const isStreaming of [true, false]) renderToStaticMarkup(createElement(Markdown, { text, isStreaming, renderCitation }))
  markQuotes(text, [])
  citedNumbers(text)
  foreignLanguageOf(text)
}

/** The least of three: what the machine does beside only ever adds. */
function cost(text: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const began = performance.now()
      show(text)
      return performance.now() - began
    }),
  )
}

// Twice the text, twice the work: a square gives four times, and is told from it by the ratio alone, on any machine. What
// takes less than a fifth of a second is not looked at: memory being collected tells more there than the text, and nothing is held up.
describe('INJ-10 a hostile text of 25 kB, then of 50', () => {
  it.each(Object.entries(hostileSizes))('costs what its length does: %s', (_, make) => {
    show(make(1_000))
    const [half, whole] = [cost(make(size)), cost(make(size * 2))]
    if (whole > 200) expect(whole / half).toBeLessThan(3.3)
    expect(make(size).length).toBeGreaterThanOrEqual(size - 1)
  })
})

it.each(Object.entries(hostileSizes))('INJ-10 100 kB become less elements than a page draws in a fifth of a second: %s', (_, make) => {
  const text = make(100_000)
  const markup = renderToStaticMarkup(createElement(Markdown, { text, renderCitation: (number: number) => createElement('span', null, number) }))
  expect(markup.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(15_000)
})
