import { expect, test } from 'vitest'
import { checkProofs } from './check-proofs.ts'

const counts = { AUT: 21, ACC: 16, INJ: 12, LLM: 13, FIC: 13, NET: 11, REL: 31, PRV: 13, A11: 25, ECO: 9 }
const ids = Object.entries(counts).flatMap(([prefix, count]) => Array.from({ length: count }, (_, at) => `${prefix}-${String(at + 1).padStart(2, '0')}`))
const good = 'un fichier `e2e/a.e2e.ts` « it’s held »'
const securityTable = (changed: Record<string, string | null> = {}) => {
  const rows = ids.flatMap((id) => (changed[id] === null ? [] : [`| ${id} | promesse | ${changed[id] ?? `tenu | ${good}`} |`]))
  const later = rows.filter((row) => row.includes('| pas encore |')).length
  const summary = `Bilan : ${rows.length - later} tenu${later > 0 ? `, ${later} pas encore` : ''}.`
  return [`## Les ${rows.length} cas et leur preuve`, summary, ...rows].join('\n')
}
const chapters = ['2', '3', '4', '5', '6', '7', '8', '9']
const specificationTable = (changed: Record<string, string> = {}) =>
  chapters.map((chapter) => `| ${chapter}.1 | ligne | ${changed[chapter] ?? '`web/src/` | `e2e/a.e2e.ts` « it’s held… »'} |`).join('\n')

const file = (path: string, text: string) => ({ path, text })
const sources = [file('e2e/a.e2e.ts', "test('it\\'s held by this', () => {}) // NET-03"), file('web/src/main.tsx', '')]
const check = (security: string, specification: string) =>
  checkProofs([file('docs/securite.md', security), file('docs/specification.md', specification)], sources)

test('tables whose tests exist pass', () => {
  expect(check(securityTable({ 'NET-03': 'tenu | `e2e/a.e2e.ts`', 'ECO-01': 'pas encore | non mesuré' }), specificationTable())).toEqual([])
})

test.each([
  [{ 'AUT-01': null }, 'AUT-01 n’y est pas une fois'],
  [{ 'AUT-01': 'vert | x' }, 'état inconnu'],
  [{ 'AUT-01': 'tenu | relu' }, 'tenu sans essai'],
  [{ 'AUT-01': 'tenu | `e2e/a.e2e.ts`' }, 'tenu sans essai'],
  [{ 'AUT-01': 'tenu | `e2e/a.e2e.ts` « another »' }, 'n’a pas d’essai « another »'],
  [{ 'AUT-01': 'en partie | `e2e/b.e2e.ts`' }, 'e2e/b.e2e.ts n’existe pas'],
  [{ 'AUT-01': 'pas encore |  ' }, 'ne dit pas pourquoi'],
])('the security table refuses %o', (changed, problem) => expect(check(securityTable(changed), specificationTable()).join('\n')).toContain(problem))

test('the security table refuses counts that are not those of its rows', () => {
  const wrong = securityTable().replace('Bilan : 164 tenu', 'Bilan : 163 tenu').replace('Les 164 cas', 'Les 161 cas')
  expect(check(wrong, specificationTable())).toEqual([
    'docs/securite.md : il manque « ## Les 164 cas et leur preuve »',
    'docs/securite.md : il manque « Bilan : 164 tenu. »',
  ])
})

test.each([
  [{ '5': '`web/src/` | à l’œil' }, '5.1 ne nomme aucun essai'],
  [{ '5': '`web/src/` | `e2e/a.e2e.ts`' }, '5.1 ne nomme aucun essai'],
  [{ '5': '`web/lib/x.ts` | `e2e/a.e2e.ts` « it’s held »' }, 'web/lib/x.ts n’existe pas'],
  [{ '5': 'ailleurs | `e2e/a.e2e.ts` « it’s held »' }, '5.1 ne dit pas où'],
])('the table of the specification refuses %o', (changed, problem) => {
  expect(check(securityTable(), specificationTable(changed)).join('\n')).toContain(problem)
})

test('the table of the specification covers each chapter', () => {
  expect(check(securityTable(), specificationTable().replace('| 7.1 ', '| 8.2 '))).toEqual(['docs/specification.md : aucune ligne pour le chapitre 7'])
})
