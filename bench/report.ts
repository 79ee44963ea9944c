import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import path from 'node:path'

/** Command-line options of the benchmarks, as text. */
export type BenchOptions = {
  level?: string
  size?: string
  engine?: string
  sets?: string
  split: string
  sizes?: string
  samples?: string
  minutes?: string
  kept?: boolean
}

/** Report of one benchmark: rows of one table, with the same columns. */
export type BenchReport = {
  name: string
  title: string
  rows: Record<string, unknown>[]
  note?: string
  /** Content written by `--json` instead of the rows. */
  json?: unknown
  /** Targets that the benchmark missed; the command then fails. */
  failures?: string[]
}

/** Writes the report of a benchmark as a page, with the machine on which it ran. */
export function reportPage(report: BenchReport, now = new Date()): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processeur inconnu'}, ${Math.round(totalmem() / 2 ** 30)} Gio, Linux ${release()}, Node ${process.version}`
  return `# Mesures du ${now.toISOString().slice(0, 10)}\n\nMachine : ${machine}.\n\n${section(report)}\n`
}

/**
 * Replaces the saved page of a benchmark, `bench/results/<name>.md`, which only has the last results.
 * @returns the path of the file
 */
export function writeReport(report: BenchReport): string {
  const folder = path.join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${report.name}.md`)
  writeFileSync(file, reportPage(report))
  return file
}

function section({ title, rows, note, failures = [] }: BenchReport): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => `| ${columns.map((column) => String(row[column] ?? '')).join(' | ')} |`)
  return [
    `## ${title}`,
    '',
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...lines,
    ...(note ? ['', note] : []),
    ...failures.map((failure) => `\nManqué : ${failure}.`),
  ].join('\n')
}
