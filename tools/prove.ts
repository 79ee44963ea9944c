import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { benchNames } from '../bench/benches.ts'
import { provePage, replaceOutcomes, section } from './prove-page.ts'
import type { Outcome, Report } from './prove-page.ts'
import { repositoryRoot } from './source-files.ts'

// `npm run prove`: every test at full length, then every bench; hours. `npm run prove -- tests stream` runs only these parts.
// Writes docs/preuves.md, from what this run and the former ones gave (bench/results/preuves.json).

const artifacts = join(repositoryRoot, 'artifacts')
const memory = join(repositoryRoot, 'bench/results/preuves.json')
const page = join(repositoryRoot, 'docs/preuves.md')
const order = ['tests', ...benchNames]

const asked = process.argv.slice(2)
const unknown = asked.filter((part) => !order.includes(part))
if (unknown.length > 0) {
  console.error(`Partie inconnue : ${unknown.join(', ')}. Parties : ${order.join(', ')}.`)
  process.exitCode = 2
} else {
  mkdirSync(artifacts, { recursive: true })
  let outcomes: Outcome[] = existsSync(memory) ? (JSON.parse(readFileSync(memory, 'utf8')) as Outcome[]) : []
  for (const part of asked.length === 0 ? order : asked) {
    const outcome = await (part === 'tests' ? proveTests() : proveBench(part))
    // After each part: hours of proof survive what comes next.
    outcomes = replaceOutcomes(outcomes, [outcome], order)
    writeFileSync(memory, `${JSON.stringify(outcomes, null, 2)}\n`)
    writeFileSync(page, provePage(outcomes))
    if (!outcome.passed) process.exitCode = 1
  }
}

async function proveTests(): Promise<Outcome> {
  const { code, lines, seconds } = await run(['tools/test.ts'], { PARVIS_PROVE: '1' })
  const totals = lines.findLast((line) => /^\d+ passed, \d+ failed, \d+ skipped$/.test(line)) ?? 'sans totaux'
  const named = lines.filter((line) => /^(Échec|Non exécuté) : /.test(line)).map((line) => line.replace(repositoryRoot, ''))
  const tables = named.length === 0 ? '' : `## Essais manqués ou non exécutés\n\n${named.map((line) => `- ${line}`).join('\n')}\n`
  return { ...facts('tests', 'Tous les essais', seconds), passed: code === 0, summary: totals, tables }
}

async function proveBench(part: string): Promise<Outcome> {
  const file = join(artifacts, `bench-${part}.json`)
  rmSync(file, { force: true })
  const { code, seconds } = await run(['bench/main.ts', part, '--report', file], {})
  const [report] = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report[]) : []
  const passed = code === 0 && report !== undefined
  return { ...facts(part, report?.title ?? part, seconds), passed, summary: passed ? 'mesuré' : `code ${code}`, tables: report ? section(report) : '' }
}

function facts(part: string, title: string, seconds: number) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'processeur inconnu'}, ${Math.round(totalmem() / 2 ** 30)} Gio, Linux ${release()}, Node ${process.version}`
  return { part, title, seconds, machine, date: new Date().toISOString(), commit: commit() }
}

/** The state of the code, where it is a checkout. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'archive'
  }
}

function run(args: string[], env: Record<string, string>): Promise<{ code: number; lines: string[]; seconds: number }> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: repositoryRoot, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      said += String(chunk)
    })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, lines: said.split('\n'), seconds: (performance.now() - begin) / 1000 }))
  })
}
