import { afterAll, expect, test } from 'vitest'
import type { ExtractedPage } from '@parvis/document-reading'
import { createAnalyser } from '../language/analyse.ts'
import { chunkDocument } from './chunk.ts'
import { createPassageCutter, type CutRequest } from './cutting.ts'
import { passageTerms } from './index-terms.ts'

const cutting = createPassageCutter()
afterAll(() => cutting.close())

const page = (number: number, text: string): ExtractedPage => ({
  page: number,
  label: null,
  ocr: false,
  blocks: [...(number === 1 ? [{ kind: 'heading' as const, level: 1, text: 'Voirie' }] : []), { kind: 'paragraph', text }],
})
const recueil = (pages: number): CutRequest => ({
  title: 'Recueil',
  format: 'txt',
  pages: Array.from({ length: pages }, (_, n) => page(n + 1, `Le point ${n} traite de la voirie. ${'Il décrit les travaux de la rue. '.repeat(30)}`)),
})
const never = new AbortController().signal

async function rowsOf(document: CutRequest, signal = never): Promise<{ position: number; text: string; terms: string }[]> {
  const rows = []
  for await (const batch of cutting.cut(document, signal)) {
    const its = JSON.parse(batch.rows) as { position: number; text: string; terms: string }[]
    expect(its).toHaveLength(batch.count)
    rows.push(...its)
  }
  return rows
}

test('gives the passages of the whole document with their terms, in order and in several batches', async () => {
  const document = recueil(60)
  const passages = chunkDocument({ ...document, warnings: [] })
  const analyser = createAnalyser()
  expect(passages.length).toBeGreaterThan(20)
  expect(await rowsOf(document)).toEqual(
    passages.map(({ search_text, ...passage }) => ({ ...passage, terms: passageTerms(analyser, 'Recueil', { ...passage, search_text }).join(' ') })),
  )
})

test('keeps documents apart that are cut at the same time, and one that is empty', async () => {
  const [long, short, none] = await Promise.all([rowsOf(recueil(60)), rowsOf(recueil(2)), rowsOf(recueil(0))])
  expect(long.length).toBeGreaterThan(short.length)
  expect(short.map(({ position }) => position)).toEqual(short.map((_, rank) => rank))
  expect(none).toEqual([])
})

test('stops at the signal, and goes on serving others', async () => {
  const stop = new AbortController()
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const batch of cutting.cut(recueil(200), stop.signal)) {
      seen.push(batch)
      stop.abort(new Error('deleted meanwhile'))
    }
  })()
  await expect(reading).rejects.toThrow('deleted meanwhile')
  expect(seen).toHaveLength(1)
  expect(await rowsOf(recueil(1))).not.toEqual([])
})
