import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { contentOf, normalizeBlock, treeOfBlocks, type BlockContent } from '@parvis/written-document'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainLetterhead, toDocx } from './docx/docx.ts'
import type { DocumentReport } from './fill-letterhead.ts'
import { cleanOdt } from './letterhead/clean-odt.ts'
import { odtFile } from './letterhead/letterhead.fixture.ts'
import { toOdt } from './odt/odt.ts'
import { madePair, randomPair, wordsOf } from './testing/tracked.fixture.ts'

const formats = ['docx', 'odt'] as const
const extractor = createInProcessExtractor()
let folder: string
let letterheads: Record<(typeof formats)[number], Uint8Array>
beforeAll(async () => {
  folder = mkdtempSync(`${tmpdir()}/parvis-round-trip-`)
  letterheads = { docx: plainLetterhead(), odt: await cleanOdt(odtFile()) }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reportOf = (blocks: readonly BlockContent[]): DocumentReport => ({
  title: 'Titre du fichier',
  facts: [],
  date: '2026-11-30T10:00:00.000Z',
  dateInWords: '30 novembre 2026',
  author: 'Mairie',
  description: '',
  keywords: '',
  blocks: treeOfBlocks(blocks),
})

/** Writes blocks in a file, and reads it back without the title that it begins with. */
async function roundTrip(format: (typeof formats)[number], blocks: readonly BlockContent[]): Promise<BlockContent[]> {
  const file = (format === 'docx' ? toDocx : toOdt)(reportOf(blocks), letterheads[format])
  const path = `${folder}/text.${format}`
  writeFileSync(path, file)
  const result = await extractor.extract({ path, original_filename: `text.${format}` }, { signal: AbortSignal.timeout(60_000), rich: true })
  if (!result.ok) throw new Error(result.failure.reason)
  expect(result.document.warnings).toEqual([])
  return result.document.rich!.slice(1).map(normalizeBlock)
}

/** Blocks with plain spaces, because typography makes some no-break, and without the alignment that is that of any text. */
const comparable = (blocks: readonly BlockContent[]): unknown => JSON.parse(JSON.stringify(blocks).replace(/[\u00a0\u202f]/g, ' ').replaceAll('"left"', 'null'))

const countNotes = (blocks: readonly BlockContent[]) => JSON.stringify(blocks).match(/"note":/g)?.length ?? 0
const countsOf = (blocks: readonly BlockContent[]) => ({
  headings: blocks.filter(({ kind }) => kind === 'heading').length,
  cells: blocks.reduce((sum, block) => sum + (block.kind === 'table' ? block.header.length * (block.rows.length + 1) : 0), 0),
  code: blocks.filter(({ kind }) => kind === 'code').length,
  notes: countNotes(blocks),
})

describe.each(formats)('.%s written and read back', (format) => {
  it('gives the same blocks, of every kind', async () => {
    const { before, after } = madePair()
    for (const version of [before, after]) {
      const blocks = version.map((block) => normalizeBlock(contentOf(block)))
      expect(comparable(await roundTrip(format, blocks))).toEqual(comparable(blocks))
    }
  })

  it('keeps the words, headings, cells and notes of any text, and changes nothing at the second reading', async () => {
    for (const { before } of fc.sample(randomPair, { numRuns: 40, seed: 50 })) {
      const blocks = before.map((block) => normalizeBlock(contentOf(block)))
      if (blocks.length === 0) continue
      const first = await roundTrip(format, blocks)
      expect(wordsOf(first)).toBe(wordsOf(blocks))
      expect(countsOf(first)).toEqual(countsOf(blocks))
      expect(comparable(await roundTrip(format, first))).toEqual(comparable(first))
    }
  })
})
