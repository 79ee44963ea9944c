import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDocumentBuilder } from '../building/document-builder.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import type { Recogniser } from '../ocr/recognition.ts'
import { makePdf } from '../testing/pdf-fixture.ts'
import { readScannedPages, recognisePage } from './scanned-pages.ts'

/** Reads ten blank pages with a fake clock: each page takes one second, and the whole reading may take three. */
async function readBlankPages(recogniser: Recogniser | null) {
  let now = 0
  let done = 0
  let slowPages = 0
  const builder = createDocumentBuilder({ ...DEFAULT_LIMITS, softMs: 3_000 }, () => now)
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
  const onPage = (page: number) => {
    done = page
    now += 1_000
  }
  const blank = numbers.map((number) => ({ number, characters: 0, isPicture: () => Promise.resolve(false) }))
  const reading = readScannedPages(makePdf({ pages: numbers.map(() => ({ content: '' })) }), blank, {
    builder,
    scans: { recogniser, onSlowPage: () => slowPages++ },
    onPage,
  })
  const code = await reading.then(
    () => null,
    (error: { code?: string }) => error.code,
  )
  return { code, done, slowPages }
}

describe('pages without text', () => {
  test('have no time of their own where nothing is recognised: the reading stops at its deadline', async () => {
    expect(await readBlankPages(null)).toEqual({ code: 'extraction.time', done: 4, slowPages: 0 })
  })

  test('have each their own where they are recognised', async () => {
    const recogniser = { recognise: () => Promise.reject(new Error('nothing to recognise')) } as unknown as Recogniser
    expect((await readBlankPages(recogniser)).slowPages).toBeGreaterThan(0)
  })
})

test('the time that a page took is told in whole milliseconds, whatever the clock is set to meanwhile', async () => {
  let clock = 0
  const now = vi.spyOn(Date, 'now').mockImplementation(() => (clock += 600_000))
  onTestFinished(() => now.mockRestore())
  let took = NaN
  const recogniser = { recognise: () => Promise.resolve({ text: 'lu', confidence: 90 }) }
  await recognisePage(1, new Uint8Array(), { recogniser, onSlowPage() {}, onRecognised: (_page, ms) => void (took = ms) })
  expect(took).toBeLessThan(600_000)
  expect(Number.isInteger(took)).toBe(true)
})
