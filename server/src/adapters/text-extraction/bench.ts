import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createTextExtractor } from './extractor.ts'
import type { ExtractedDocument } from './port.ts'

/** Found over expected, for one format of the samples. `refused` counts files answered by a reason. */
export type FormatScore = { files: number; read: number; refused: number; snippets_expected: number; snippets_found: number; pages: number; seconds: number }
export type IngestionScore = {
  snippets_expected: number
  snippets_found: number
  /** Files that ended in neither a document nor a reason, or that took the process down. */
  crashes: number
  by_format: Record<string, FormatScore>
}

type Sample = { file: string; format: string; expected_snippets?: string[]; expected_snippets_ocr?: string[]; expected_snippets_visual?: string[] }

/** What the bench tells of each file while it works. */
export type SampleReport = { file: string; missing: string[]; outcome: string }

/**
 * Reads every file of a folder of samples described by its `manifest.json` and looks for the
 * snippets that must be found in each. Texts are compared after collapsing white space, NFC and
 * straight apostrophes: see `comparable`.
 */
export async function runIngestionBench(samplesDir: string, onSample: (report: SampleReport) => void = () => {}): Promise<IngestionScore> {
  const manifest = JSON.parse(await readFile(join(samplesDir, 'manifest.json'), 'utf8')) as { files: Sample[] }
  const score: IngestionScore = { snippets_expected: 0, snippets_found: 0, crashes: 0, by_format: {} }
  const extractor = createTextExtractor()
  try {
    for (const sample of manifest.files) {
      const snippets = [...(sample.expected_snippets ?? []), ...(sample.expected_snippets_ocr ?? []), ...(sample.expected_snippets_visual ?? [])]
      const format = (score.by_format[sample.format] ??= { files: 0, read: 0, refused: 0, snippets_expected: 0, snippets_found: 0, pages: 0, seconds: 0 })
      const started = performance.now()
      let text = ''
      let outcome = 'lu'
      try {
        const path = join(samplesDir, sample.file)
        const result = await extractor.extract({ path, original_filename: basename(sample.file) }, { signal: AbortSignal.timeout(600_000) })
        if (result.ok) {
          text = comparable(documentText(result.document), sample.format)
          format.read++
          format.pages += result.document.pages.length
        } else {
          format.refused++
          outcome = `${result.failure.code} : ${result.failure.reason}`
        }
      } catch (error) {
        score.crashes++
        outcome = `panne : ${(error as Error).message}`
      }
      const missing = snippets.filter((snippet) => !text.includes(comparable(snippet, sample.format)))
      format.files++
      format.seconds += (performance.now() - started) / 1000
      format.snippets_expected += snippets.length
      format.snippets_found += snippets.length - missing.length
      onSample({ file: sample.file, missing, outcome })
    }
  } finally {
    await extractor.close()
  }
  for (const format of Object.values(score.by_format)) {
    format.seconds = Math.round(format.seconds * 1000) / 1000
    score.snippets_expected += format.snippets_expected
    score.snippets_found += format.snippets_found
  }
  return score
}

/** All the text of a document in reading order; cells of a row are separated by a blank. */
export function documentText({ pages }: ExtractedDocument): string {
  return pages
    .flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'table' ? block.rows.map((row) => row.join(' ')).join('\n') : block.text)))
    .join('\n')
}

/**
 * The form in which snippets are compared. List items are handed out without their bullet, and
 * the cells of a CSV file without its separators and quotes.
 */
export function comparable(text: string, format = ''): string {
  const cells = format === 'csv' ? text.replace(/[",;]/g, ' ') : text
  return cells
    .normalize('NFC')
    .replace(/’/g, "'")
    .replace(/\x96/g, '–')
    .replace(/[\u0000-\u001F]/g, ' ')
    .replace(/^[•-] /, '')
    .replace(/\s+/g, ' ')
    .trim()
}
