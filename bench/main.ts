import { writeFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { benchNames, benches } from './benches.ts'
import { reportPage, writeReport, type BenchReport } from './report.ts'

const options = {
  help: { type: 'boolean', short: 'h' },
  level: { type: 'string' },
  size: { type: 'string' },
  engine: { type: 'string' },
  sets: { type: 'string' },
  split: { type: 'string', default: 'dev' },
  sizes: { type: 'string' },
  samples: { type: 'string' },
  minutes: { type: 'string' },
  kept: { type: 'boolean' },
  write: { type: 'boolean' },
  json: { type: 'string' },
  report: { type: 'string' },
} satisfies ParseArgsConfig['options']

const help = `npm run bench [-- BANC… --write --json FICHIER --report FICHIER] : tous les bancs, ou ceux que l’on nomme.

${benchNames.map((name) => `  ${name.padEnd(10)} ${benches[name]!.about}`).join('\n')}

  --write    remplacer la page du banc dans bench/results
`

const { positionals, values } = readArguments()
if (values.help) {
  process.stdout.write(help)
  process.exit()
}
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) fail(`Banc inconnu : ${unknown.join(', ')}.`)
const reports: BenchReport[] = []
for (const name of positionals.length > 0 ? positionals : benchNames) reports.push(await benches[name]!.run(values))
const only = reports.length === 1 ? reports[0]!.json : undefined
if (values.json)
  writeFileSync(values.json, `${JSON.stringify(only ?? Object.fromEntries(reports.map(({ name, rows, json }) => [name, json ?? rows])), null, 2)}\n`)
if (values.report) writeFileSync(values.report, `${JSON.stringify(reports, null, 2)}\n`)
// Results only change the checkout when `--write` is given.
for (const report of reports) process.stdout.write(values.write ? `${writeReport(report)}\n` : reportPage(report))
if (reports.some(({ failures = [] }) => failures.length > 0)) process.exitCode = 1

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    const [option = ''] = /-[-\w]+/.exec(String(error)) ?? []
    return fail(`Option inconnue, ou valeur manquante : ${option}.`)
  }
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n\n${help}`)
  process.exit(2)
}
