import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createTextExtractor } from '@parvis/document-reading'
import { contentOf, normalizeBlock, trackedTree, treeOfBlocks, type BlockContent } from '@parvis/written-document'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainLetterhead, toDocx } from './docx/docx.ts'
import type { DocumentReport } from './fill-letterhead.ts'
import { cleanDocx } from './letterhead/clean-docx.ts'
import { cleanOdt } from './letterhead/clean-odt.ts'
import { docxFile, odtFile, word } from './letterhead/letterhead.fixture.ts'
import { toOdt } from './odt/odt.ts'
import { openParts } from './testing/sample.ts'
import { madePair, randomPair, stepsOf, wordsOf } from './testing/tracked.fixture.ts'

const formats = ['docx', 'odt'] as const
type Format = (typeof formats)[number]
const extractor = createTextExtractor()
let folder: string
let letterheads: Record<Format, Uint8Array>
beforeAll(async () => {
  folder = mkdtempSync(`${tmpdir()}/parvis-round-trip-`)
  letterheads = { docx: plainLetterhead(), odt: await cleanOdt(odtFile()) }
})
afterAll(async () => {
  await extractor.close()
  rmSync(folder, { recursive: true, force: true })
})

const reportOf = (blocks: DocumentReport['blocks']): DocumentReport => ({
  title: 'Titre du fichier',
  facts: [],
  date: '2026-11-30T10:00:00.000Z',
  dateInWords: '30 novembre 2026',
  author: 'Mairie',
  description: '',
  keywords: '',
  blocks,
})

async function read(path: string): Promise<{ blocks: BlockContent[]; warnings: string[] }> {
  const result = await extractor.extract({ path, original_filename: path }, { signal: AbortSignal.timeout(60_000), rich: true })
  if (!result.ok) throw new Error(result.failure.reason)
  return { blocks: result.document.rich!.map(normalizeBlock), warnings: result.document.warnings.map(({ code }) => code) }
}

/** Writes a tree in a file, and reads it back without the title that it begins with. */
async function readBack(format: Format, tree: DocumentReport['blocks'], letterhead = letterheads[format]): Promise<Awaited<ReturnType<typeof read>>> {
  const path = `${folder}/text.${format}`
  writeFileSync(path, (format === 'docx' ? toDocx : toOdt)(reportOf(tree), letterhead))
  const { blocks, warnings } = await read(path)
  return { blocks: blocks.slice(1), warnings }
}

async function roundTrip(format: Format, blocks: readonly BlockContent[]): Promise<BlockContent[]> {
  const read = await readBack(format, treeOfBlocks(blocks))
  expect(read.warnings).toEqual([])
  return read.blocks
}

/** Blocks with plain spaces, because typography makes some no-break, and without the alignment that is that of any text. */
const comparable = (blocks: readonly BlockContent[]): unknown =>
  JSON.parse(
    JSON.stringify(blocks)
      .replace(/[\u00a0\u202f]/g, ' ')
      .replaceAll('"left"', 'null'),
  )

const countNotes = (blocks: readonly BlockContent[]) => JSON.stringify(blocks).match(/"note":/g)?.length ?? 0
/** Counts of what a round trip must keep. */
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

  it('read with pending changes is the newer version', async () => {
    for (const pair of [madePair(), ...fc.sample(randomPair, { numRuns: 40, seed: 51 })]) {
      const after = pair.after.map((block) => normalizeBlock(contentOf(block)))
      const tree = trackedTree(stepsOf(pair), () => ({ author: 'Anne', date: '2026-11-30T10:00:00Z' }))
      if (after.length === 0) continue
      const { blocks, warnings } = await readBack(format, tree)
      expect(wordsOf(blocks)).toBe(wordsOf(after))
      expect(countsOf(blocks)).toEqual(countsOf(after))
      expect(warnings).toEqual(JSON.stringify(tree).includes('"author"') ? ['changes_pending'] : [])
    }
  })
})

const paragraph = (text: string): BlockContent => ({ kind: 'paragraph', style: 'body', text })

describe.each(formats)('.%s: large and odd texts', (format) => {
  it.each<[string, BlockContent[]]>([
    ['one paragraph of 200,000 characters', [paragraph('un mot, deux mots '.repeat(11_112).trim())]],
    ['400 kB of paragraphs', Array.from({ length: 2_000 }, (_, at) => paragraph(`${at} ${'le conseil municipal délibère '.repeat(7)}`.trim()))],
    [
      'a table of 3,000 rows',
      [{ kind: 'table', aligns: [null, 'right'], header: ['Poste', 'Montant'], rows: Array.from({ length: 3_000 }, (_, at) => [`Poste ${at}`, `${at} €`]) }],
    ],
    ['right-to-left text', [paragraph('مرحبا بالعالم'), { kind: 'heading', level: 2, text: 'שלום' }]],
    ['every character that XML forbids', [paragraph('avant\u0000\u0008\uffff après <w:p/> ]]> & "fin"')]],
  ])('%s', { timeout: 60_000 }, async (_, blocks) => {
    const start = process.threadCpuUsage()
    const back = await roundTrip(format, blocks)
    expect(countsOf(back)).toEqual(countsOf(blocks))
    expect(wordsOf(back)).toBe(wordsOf(blocks).replace(/[\u0000\u0008\uffff]/g, ''))
    // In microseconds of processor time: others may want the machine. The reader is another process, which has limits of its own.
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000)
  })

  it('a letterhead without styles, and one that has those of an act', async () => {
    const blocks: BlockContent[] = [
      { kind: 'paragraph', style: 'visa', text: 'Vu le code,' },
      { kind: 'paragraph', style: 'considerant', text: 'Considérant la demande,' },
      { kind: 'paragraph', style: 'article', text: 'Article 1er. Adopté.' },
    ]
    const own =
      format === 'docx'
        ? await cleanDocx(
            docxFile({
              files: { 'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:styleId="VisaMairie"><w:name w:val="Visa"/></w:style></w:styles>` },
            }),
          )
        : await cleanOdt(odtFile({ files: { 'styles.xml': odtStyles } }))
    const bare = format === 'docx' ? await cleanDocx(docxFile({ files: { 'word/styles.xml': `<w:styles ${word}/>` } })) : letterheads.odt
    for (const letterhead of [own, bare]) expect((await readBack(format, treeOfBlocks(blocks), letterhead)).blocks.slice(-3)).toEqual(blocks)
    const parts = openParts((format === 'docx' ? toDocx : toOdt)(reportOf(treeOfBlocks(blocks)), own))
    if (format === 'docx') expect(parts['word/document.xml']).toContain('<w:pStyle w:val="VisaMairie"/>')
    else expect(parts['styles.xml']).toMatch(/style:name="Parvis_20_visa"[^>]*style:parent-style-name="VisaMairie"/)
  })
})

const odtStyles =
  '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><office:styles><style:style style:name="VisaMairie" style:display-name="Visa" style:family="paragraph"/></office:styles><office:master-styles/></office:document-styles>'

/** Folder of real documents, which are not distributed with the project. */
const samples = process.env['INGESTION_SAMPLES'] ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))
const sampleFiles = existsSync(samples)
  ? readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:docx|odt)$/.test(name) && !/empty|password|protected|truncated/i.test(name),
    )
  : []

describe.skipIf(sampleFiles.length === 0)('real documents (skipped when INGESTION_SAMPLES has no Word or OpenDocument text)', () => {
  it.each(sampleFiles.flatMap((name) => formats.map((format) => ({ name, format }))))(
    '$name, read, written in .$format and read again',
    async ({ name, format }) => {
      const { blocks } = await read(`${samples}/${name}`)
      const back = await roundTrip(format, blocks)
      expect(countsOf(back)).toEqual(countsOf(blocks))
      expect(back.filter(({ kind }) => kind === 'item')).toHaveLength(blocks.filter(({ kind }) => kind === 'item').length)
      expect(wordsOf(back)).toBe(wordsOf(blocks))
    },
  )
})
