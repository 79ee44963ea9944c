// @ts-expect-error The application has no types of Node; only its tests run there.
import { threadCpuUsage } from 'node:process'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { hostileSizes } from '../../../../seed/hostile-sizes.ts'
import { Markdown } from '../../ui/content/Markdown.tsx'
import { foreignLanguageOf } from './answer-language.ts'
import { citedNumbers, markQuotes } from '../sources/quote-marks.ts'

const size = 25_000

/** Processes an answer as a page does: renders it, complete and while streaming, and looks for its quotations, sources and language. */
function show(text: string): void {
  const renderCitation = (number: number) => createElement('span', null, number)
  for (const isStreaming of [true, false]) renderToStaticMarkup(createElement(Markdown, { text, isStreaming, renderCitation }))
  markQuotes(text, [])
  citedNumbers(text)
  foreignLanguageOf(text)
}

/** Processor time of this thread, in milliseconds: other load on the machine does not count. */
function cost(text: string): number {
  const before: unknown = threadCpuUsage()
  show(text)
  const { user, system }: { user: number; system: number } = threadCpuUsage(before)
  return (user + system) / 1_000
}

const fewestRounds = 3
const mostRounds = 12

// Twice the text must cost twice the time. A quadratic cost gives four times, a ratio that any machine shows. Times under 0.2 s are ignored: garbage
// collection distorts them, and they block nothing.
// The minimum of several alternating rounds is used, as other load on the machine only adds time. Rounds stop once the minimum is under 0.2 s.
describe('INJ-10 a hostile text of 25 kB, then of 50', () => {
  it.each(Object.entries(hostileSizes))('costs what its length does: %s', (_, make) => {
    show(make(1_000))
    let half = Infinity
    let whole = Infinity
    const isSquare = () => whole > 200 && whole / half >= 3.3
    for (let round = 1; whole > 200 && (round <= fewestRounds || (round <= mostRounds && isSquare())); round += 1) {
      half = Math.min(half, cost(make(size)))
      whole = Math.min(whole, cost(make(size * 2)))
    }
    expect(isSquare(), `${half.toFixed()} ms, then ${whole.toFixed()}`).toBe(false)
    expect(make(size).length).toBeGreaterThanOrEqual(size - 1)
  })
})

it.each(Object.entries(hostileSizes))('INJ-10 100 kB become less elements than a page draws in a fifth of a second: %s', (_, make) => {
  const text = make(100_000)
  const markup = renderToStaticMarkup(createElement(Markdown, { text, renderCitation: (number: number) => createElement('span', null, number) }))
  expect(markup.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(15_000)
})
