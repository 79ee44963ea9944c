import type { BenchOptions, BenchReport } from './report.ts'

/** Benchmarks by their name on the command line. Each loads its own code, so that one benchmark does not need that of the others. */
export const benches: Record<string, (values: BenchOptions) => Promise<BenchReport>> = {
  stream: async (values) => (await import('./stream/run.ts')).benchStream(values.level, values.engine),
  start: async () => (await import('./start.ts')).benchStart(),
  rights: async () => (await import('./rights.ts')).benchRights(),
  migration: async (values) => (await import('./migration/run.ts')).benchMigration(values.size, values.engine),
  dashboard: async (values) => (await import('./dashboard.ts')).benchDashboard(values.size),
  web: async () => (await import('./web.ts')).benchWeb(),
  sobriety: async () => (await import('./sobriety.ts')).benchSobriety(),
  conversation: async () => (await import('./long-conversation.ts')).benchLongConversation(),
  streaming: async () => (await import('./web-streaming.ts')).benchStreaming(),
  scale: async (values) => (await import('./scale/run.ts')).benchScale(values.sizes, values.engine),
  fairness: async (values) => (await import('./fairness/run.ts')).benchFairness(values.size),
  day: async (values) => (await import('./day/run.ts')).benchDay(values.minutes, values.engine),
  search: async (values) => (await import('./conversation-search.ts')).benchConversationSearch(values.size, values.engine),
  retrieval: async (values) => (await import('./retrieval.ts')).benchRetrieval(values),
  answers: async (values) => (await import('./answers.ts')).benchAnswers(values.kept === true),
  'reading-turns': async () => (await import('./reading-turns.ts')).benchReadingTurns(),
  ingestion: async (values) => (await import('./ingestion.ts')).benchIngestion(values.samples),
  soak: async (values) => (await import('./soak/run.ts')).benchSoak('embedded', values.minutes),
  'soak-postgres': async (values) => (await import('./soak/run.ts')).benchSoak('postgres', values.minutes),
}

export const benchNames = Object.keys(benches)
