import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BenchReport } from './report.ts'
import { writeReport } from './report.ts'

// npm run bench [-- stream|start|web|search|retrieval|answers|ingestion] [--level 100] [--size CONVERSATIONS] [--sets DIR --split NAME] [--sizes 28000,100000] [--samples DIR] [--json FILE]
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    level: { type: 'string' },
    size: { type: 'string' },
    sets: { type: 'string' },
    split: { type: 'string', default: 'dev' },
    sizes: { type: 'string' },
    samples: { type: 'string' },
    json: { type: 'string' },
  },
})

const benches: Record<string, () => Promise<BenchReport>> = {
  stream: async () => (await import('./stream/run.ts')).benchStream(values.level),
  start: async () => (await import('./start.ts')).benchStart(),
  web: async () => (await import('./web.ts')).benchWeb(),
  search: async () => (await import('./conversation-search.ts')).benchConversationSearch(values.size),
  retrieval: async () => (await import('./retrieval.ts')).benchRetrieval(values.sets, values.split, values.sizes),
  answers: async () => (await import('./answers.ts')).benchAnswers(),
  ingestion: async () => (await import('./ingestion.ts')).benchIngestion(values.samples),
}

const unknown = positionals.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  process.stderr.write(`Banc inconnu : ${unknown.join(', ')}. Bancs : ${Object.keys(benches).join(', ')}.\n`)
  process.exit(2)
}
const reports: BenchReport[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) reports.push(await benches[name]!())
const only = reports.length === 1 ? reports[0]!.json : undefined
if (values.json)
  writeFileSync(values.json, `${JSON.stringify(only ?? Object.fromEntries(reports.map(({ name, rows, json }) => [name, json ?? rows])), null, 2)}\n`)
process.stdout.write(`${writeReport(reports)}\n`)
