import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchNames, benches } from './benches.ts'
import { reportPage, writeReport, type BenchReport } from './report.ts'

// npm run bench [-- NAME…] [--level 100] [--size CONVERSATIONS] [--engine embedded|postgres] [--sets DIR --split NAME] [--sizes 28000,100000] [--samples DIR] [--minutes 30] [--kept] [--write] [--json FILE] [--report FILE]
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
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
  },
})

const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  process.stderr.write(`Banc inconnu : ${unknown.join(', ')}. Bancs : ${benchNames.join(', ')}.\n`)
  process.exit(2)
}
const reports: BenchReport[] = []
for (const name of positionals.length > 0 ? positionals : benchNames) reports.push(await benches[name]!(values))
const only = reports.length === 1 ? reports[0]!.json : undefined
if (values.json)
  writeFileSync(values.json, `${JSON.stringify(only ?? Object.fromEntries(reports.map(({ name, rows, json }) => [name, json ?? rows])), null, 2)}\n`)
if (values.report) writeFileSync(values.report, `${JSON.stringify(reports, null, 2)}\n`)
// Results only change the checkout when `--write` is given.
for (const report of reports) process.stdout.write(values.write ? `${writeReport(report)}\n` : reportPage(report))
if (reports.some(({ failures = [] }) => failures.length > 0)) process.exitCode = 1
