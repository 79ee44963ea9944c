/** Result of one part of the proof. `tables`: Markdown. */
export type ProofOutcome = {
  part: string
  title: string
  date: string
  machine: string
  commit: string
  seconds: number
  passed: boolean
  summary: string
  tables: string
}

/** Report of a benchmark: rows of one table, with the same columns. */
export type ProofReport = { title: string; rows: Record<string, unknown>[]; note?: string }

const head = `# Preuves

Ce que \`npm run prove\` a fait et mesuré : tous les essais, les principaux parcours dans un second navigateur, les pannes à pleine longueur (plus de cent arrêts brutaux), puis chaque banc, dont l’endurance. Écrit par la commande, jamais à la main ; chaque partie porte sa date, sa machine et son état du code. Ce que chaque essai prouve : docs/securite.md et docs/specification.md.
`

/**
 * Writes the page artifacts/preuves.md, with parts in the given order.
 * @param order all parts: those without outcome are listed as never run
 * @param timings rows, one for each timed run of `npm test`
 */
export function provePage(outcomes: readonly ProofOutcome[], order: readonly string[], timings: ProofReport['rows'] = []): string {
  const rows = outcomes.map(
    ({ title, passed, summary, seconds, date, commit }) =>
      `| ${title} | ${passed ? 'tenu' : '**manqué**'} | ${summary} | ${duration(seconds)} | ${date.slice(0, 16).replace('T', ' ')} | ${commit} |`,
  )
  const machines = [...new Set(outcomes.map(({ machine }) => machine))]
  const neverRun = order.filter((part) => !outcomes.some((outcome) => outcome.part === part))
  const sections = outcomes.filter(({ tables }) => tables !== '').map(({ tables }) => tables)
  return [
    head,
    `Machine : ${machines.join(' ; ')}.\n`,
    ['| Partie | État | Résultat | Durée | Date (UTC) | Code |', '|---|---|---|---|---|---|', ...rows, ''].join('\n'),
    ...(neverRun.length === 0 ? [] : [`Pas encore exécuté par cette commande : ${neverRun.map((part) => `\`${part}\``).join(', ')}.\n`]),
    ...(timings.length === 0 ? [] : [section({ title: 'Durée de `npm test`, dépôt tout juste cloné', rows: timings })]),
    ...sections,
  ].join('\n')
}

/** Merges new outcomes into known ones: that of a part run again replaces the previous one. */
export function replaceOutcomes(previousOutcomes: readonly ProofOutcome[], fresh: readonly ProofOutcome[], order: readonly string[]): ProofOutcome[] {
  const byPart = new Map([...previousOutcomes, ...fresh].map((outcome) => [outcome.part, outcome]))
  return order.flatMap((part) => byPart.get(part) ?? [])
}

/** Writes a report as a section of the page. */
export function section({ title, rows, note }: ProofReport): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${title}\n`,
    line(columns),
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => line(columns.map((column) => String(row[column] ?? '')))),
    ...(note ? ['', note] : []),
    '',
  ].join('\n')
}

/** Returns a row for each test of a vitest JSON report: name, state, time. Rounds of one test are merged. */
export function testRows(json: string): Record<string, unknown>[] {
  if (json === '') return []
  type Test = { fullName: string; status: string; duration?: number | null }
  const { testResults } = JSON.parse(json) as { testResults: { assertionResults: Test[] }[] }
  const byName = Map.groupBy(
    testResults.flatMap(({ assertionResults }) => assertionResults),
    ({ fullName }) => fullName.replace(/,? ?round \d+$/, ''),
  )
  return [...byName].map(([name, tests]) => {
    const failedCount = tests.filter(({ status }) => status === 'failed').length
    const passedCount = tests.filter(({ status }) => status === 'passed').length
    const seconds = tests.reduce((sum, { duration: ms }) => sum + (ms ?? 0) / 1_000, 0)
    const state = failedCount > 0 ? `**manqué** ${failedCount} fois` : passedCount === 0 ? 'non exécuté' : 'tenu'
    return { essai: name.replaceAll('|', '\\|'), fois: tests.length, état: state, durée: duration(seconds) }
  })
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${Math.round(seconds)} s` : `${minutes} min ${Math.round(seconds % 60)} s`
}
