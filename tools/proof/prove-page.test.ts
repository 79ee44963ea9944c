import { expect, test } from 'vitest'
import { provePage, replaceOutcomes, section, testRows, type ProofOutcome } from './prove-page.ts'

const outcome = (part: string, changed: Partial<ProofOutcome> = {}): ProofOutcome => ({
  part,
  title: `Partie ${part}`,
  date: '2026-11-21T07:08:09.000Z',
  machine: '2 cœurs',
  commit: 'abc1234',
  seconds: 61,
  passed: true,
  summary: 'bien',
  tables: '',
  ...changed,
})

test('a part run again replaces its former outcome, in the order of the parts', () => {
  const known = [outcome('b'), outcome('a', { passed: false }), outcome('gone')]
  const now = replaceOutcomes(known, [outcome('a')], ['a', 'b'])
  expect(now.map(({ part, passed }) => `${part} ${passed}`)).toEqual(['a true', 'b true'])
})

test('the page says what was missed, when, on which code and machine', () => {
  const page = provePage([outcome('a', { passed: false, seconds: 7 }), outcome('b', { tables: '## Détail\n' })], ['a', 'b', 'c'])
  expect(page).toContain('| Partie a | **manqué** | bien | 7 s | 2026-11-21 07:08 | abc1234 |')
  expect(page).toContain('| Partie b | tenu | bien | 1 min 1 s |')
  expect(page).toContain('Machine : 2 cœurs.')
  expect(page).toContain('## Détail')
  expect(page).toContain('Pas encore exécuté par cette commande : `c`.')
})

test('a report becomes a table with every column that a row has', () => {
  expect(section({ title: 'T', rows: [{ a: 1 }, { a: 2, b: 3 }], note: 'Note.' })).toBe('## T\n\n| a | b |\n|---|---|\n| 1 |  |\n| 2 | 3 |\n\nNote.\n')
})

test('each test of a journey has its row, its rounds together, whatever became of it', () => {
  const assertionResults = [
    { fullName: 'tué | vingt fois, round 0', status: 'passed', duration: 60_400 },
    { fullName: 'tué | vingt fois, round 1', status: 'passed', duration: 1_000 },
    { fullName: 'plein round 0', status: 'failed', duration: 900 },
    { fullName: 'plein round 1', status: 'passed', duration: 900 },
    { fullName: 'ailleurs', status: 'skipped' },
  ]
  expect(testRows(JSON.stringify({ testResults: [{ assertionResults }] }))).toEqual([
    { essai: 'tué \\| vingt fois', fois: 2, état: 'tenu', durée: '1 min 1 s' },
    { essai: 'plein', fois: 2, état: '**manqué** 1 fois', durée: '2 s' },
    { essai: 'ailleurs', fois: 1, état: 'non exécuté', durée: '0 s' },
  ])
  expect(testRows('')).toEqual([])
})
