import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createTextExtractor } from './extractor.ts'
import type { ExtractedDocument, TextExtractor } from './port.ts'

/**
 * Measures of one format of the samples. `refused`: files that gave a failure. `pages`, `bytes` and the seconds count only the files read as text;
 * `ocr_pages` and `ocr_seconds` the files with a page read by character recognition.
 */
type FormatScore = {
  files: number
  read: number
  refused: number
  snippets_expected: number
  snippets_found: number
  pages: number
  bytes: number
  /** Seconds taken by the first reading of each file. `seconds`: by the second reading, once the code is warm. */
  first_seconds: number
  seconds: number
  ocr_pages: number
  ocr_seconds: number
  /** Peak memory of the process that read this format, in bytes. */
  peak_bytes: number
}
type IngestionScore = {
  snippets_expected: number
  snippets_found: number
  /** Files whose reading threw an error instead of giving a document or a failure. */
  crashes: number
  by_format: Record<string, FormatScore>
}

type Sample = { file: string; format: string; expected_snippets?: string[]; expected_snippets_ocr?: string[]; expected_snippets_visual?: string[] }

/** Result of one sample, reported as soon as it is read. */
export type SampleReport = { file: string; missing: string[]; outcome: string; /** Read without character recognition. */ isText: boolean }

/**
 * Reads every file of a folder described by its `manifest.json` and counts the expected snippets found in each. Texts are compared in the form given by
 * `toComparable`. Each format has its own process, so that its peak memory is known.
 */
export async function runIngestionBench(samplesDir: string, onSample: (report: SampleReport) => void = () => {}): Promise<IngestionScore> {
  const manifest = JSON.parse(await readFile(join(samplesDir, 'manifest.json'), 'utf8')) as { files: Sample[] }
  const score: IngestionScore = { snippets_expected: 0, snippets_found: 0, crashes: 0, by_format: {} }
  for (const name of new Set(manifest.files.map(({ format }) => format))) {
    const format = emptyScore()
    score.by_format[name] = format
    const extractor = createTextExtractor()
    const samples = manifest.files.filter((file) => file.format === name)
    try {
      // The first reading would otherwise include the start of the process.
      await extract(extractor, samplesDir, samples[0]!)
      const texts: Sample[] = []
      for (const sample of samples) {
        const report = await readSample(extractor, samplesDir, sample, format)
        if (report.outcome.startsWith('panne')) score.crashes++
        if (report.isText) texts.push(sample)
        onSample(report)
        format.peak_bytes = Math.max(format.peak_bytes, await extractor.peakBytes())
      }
      const again = performance.now()
      for (const sample of texts) await extract(extractor, samplesDir, sample)
      format.seconds = (performance.now() - again) / 1000
    } finally {
      await extractor.close()
    }
    format.seconds = Math.round(format.seconds * 1000) / 1000
    format.first_seconds = Math.round(format.first_seconds * 1000) / 1000
    format.ocr_seconds = Math.round(format.ocr_seconds * 1000) / 1000
    score.snippets_expected += format.snippets_expected
    score.snippets_found += format.snippets_found
  }
  return score
}

function emptyScore(): FormatScore {
  return {
    files: 0,
    read: 0,
    refused: 0,
    snippets_expected: 0,
    snippets_found: 0,
    pages: 0,
    bytes: 0,
    first_seconds: 0,
    seconds: 0,
    ocr_pages: 0,
    ocr_seconds: 0,
    peak_bytes: 0,
  }
}

const extract = (extractor: TextExtractor, samplesDir: string, { file }: Sample) =>
  extractor.extract({ path: join(samplesDir, file), original_filename: basename(file) }, { signal: AbortSignal.timeout(600_000) })

async function readSample(extractor: TextExtractor, samplesDir: string, sample: Sample, format: FormatScore): Promise<SampleReport> {
  const snippets = [...(sample.expected_snippets ?? []), ...(sample.expected_snippets_ocr ?? []), ...(sample.expected_snippets_visual ?? [])]
  const { length } = await readFile(join(samplesDir, sample.file))
  const startedAt = performance.now()
  let text = ''
  let outcome = 'lu'
  let ocrPages = 0
  try {
    const result = await extract(extractor, samplesDir, sample)
    if (result.ok) {
      text = toComparable(documentText(result.document), sample.format)
      ocrPages = result.document.pages.filter(({ ocr }) => ocr).length
      format.read++
      if (ocrPages === 0) format.pages += result.document.pages.length
    } else {
      format.refused++
      outcome = `${result.failure.code} : ${result.failure.reason}`
    }
  } catch (error) {
    outcome = `panne : ${(error as Error).message}`
  }
  const seconds = (performance.now() - startedAt) / 1000
  if (ocrPages > 0) {
    format.ocr_pages += ocrPages
    format.ocr_seconds += seconds
  } else if (outcome === 'lu') {
    format.bytes += length
    format.first_seconds += seconds
  }
  const missingSnippets = snippets.filter((snippet) => !text.includes(toComparable(snippet, sample.format)))
  format.files++
  format.snippets_expected += snippets.length
  format.snippets_found += snippets.length - missingSnippets.length
  return { file: sample.file, missing: missingSnippets, outcome, isText: outcome === 'lu' && ocrPages === 0 }
}

/** Joins all the text of a document in reading order; cells of a row are separated by a space. */
function documentText({ pages }: ExtractedDocument): string {
  return pages
    .flatMap(({ blocks }) => blocks.map((block) => (block.kind === 'table' ? block.rows.map((row) => row.join(' ')).join('\n') : block.text)))
    .join('\n')
}

/**
 * Normalises texts and snippets before they are compared. List bullets are removed because list items are extracted without them; so are the separators
 * and quotes of a CSV file.
 */
export function toComparable(text: string, format = ''): string {
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
