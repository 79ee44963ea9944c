import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { toComparable, runIngestionBench, type SampleReport } from './bench.ts'

/** Folder of real municipal documents, which are not distributed with the project. */
const SAMPLES = process.env['INGESTION_SAMPLES'] ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))

describe.skipIf(!existsSync(join(SAMPLES, 'manifest.json')))('real documents (skipped when INGESTION_SAMPLES has no manifest.json)', () => {
  test('every expected snippet is found and nothing crashes', { timeout: 300_000 }, async () => {
    const reports: SampleReport[] = []
    const score = await runIngestionBench(SAMPLES, (report) => reports.push(report))
    expect(reports.filter(({ missing }) => missing.length > 0)).toEqual([])
    expect(score.snippets_found).toBe(score.snippets_expected)
    expect(score.crashes).toBe(0)
    expect(Object.values(score.by_format).reduce((sum, { files }) => sum + files, 0)).toBe(reports.length)
  })
})

describe('comparable', () => {
  test.each([
    ['L’école\u00A0:\n  un', "L'école : un", ''],
    ['de\u0301bat', 'débat', ''],
    ['• point', 'point', ''],
    ['1058,"Association","F",', '1058 Association F', 'csv'],
  ])('%j is compared as %j', (text, expected, format) => expect(toComparable(text, format)).toBe(expected))
})
