import type { SourceFile } from '../source-files.ts'

const securityTable = 'docs/securite.md'
const specificationTable = 'docs/specification.md'
const cases = { AUT: 21, ACC: 16, INJ: 12, LLM: 13, FIC: 13, NET: 11, REL: 31, PRV: 13, A11: 25, ECO: 9 }
const states = ['tenu', 'en partie', 'à la main', 'pas encore', 'sans objet']
const testFile = /\.(test|e2e)\.tsx?$/

/** Chapters of the specification that the table must cover. */
const chapters = ['2', '3', '4', '5', '6', '7', '8', '9']

/** A claim of a table: the cells of its row, without the bars. */
type ProofRow = { id: string; cells: string[] }

/**
 * Checks that each row of the two tables of proofs refers to existing tests: a file between backticks followed by the name of one of its tests between «
 * », where « … » replaces any text.
 */
export function checkProofs(documents: SourceFile[], sources: SourceFile[]): string[] {
  const texts = new Map(sources.map(({ path, text }) => [path, normalised(text)]))
  return [...checkSecurityTable(documents, texts), ...checkSpecificationTable(documents, texts)]
}

function checkSecurityTable(documents: SourceFile[], texts: Map<string, string>): string[] {
  const rows = rowsOf(documents, securityTable, /^[A-Z0-9]{3}-\d\d$/)
  const expectedIds = Object.entries(cases).flatMap(([prefix, count]) =>
    Array.from({ length: count }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`),
  )
  const seenIds = rows.map(({ id }) => id)
  return [
    ...expectedIds
      .filter((id) => seenIds.filter((otherId) => otherId === id).length !== 1)
      .map((id) => `${securityTable} : ${id} n’y est pas une fois et une seule`),
    ...checkCounts(documents, rows),
    ...rows.flatMap(({ id, cells }) => {
      const [, state = '', where = ''] = cells
      if (!states.includes(state)) return [`${securityTable} : ${id} : état inconnu « ${state} »`]
      const references = proofsOf(where)
      const isNamed = references.some(({ path, name }) => name !== null || texts.get(path)?.includes(id))
      const unproven = state === 'tenu' && !isNamed ? [`${securityTable} : ${id} est tenu sans essai qui le nomme`] : []
      const mute = state !== 'tenu' && where.trim() === '' ? [`${securityTable} : ${id} ne dit pas pourquoi`] : []
      return [...unproven, ...mute, ...broken(securityTable, id, references, texts)]
    }),
  ]
}

/** Checks that the title and the summary of the table give the numbers of its rows. */
function checkCounts(documents: SourceFile[], rows: ProofRow[]): string[] {
  const text = normalised(documents.find((document) => document.path === securityTable)?.text ?? '')
  const counts = states.map((state) => [rows.filter(({ cells }) => cells[1] === state).length, state] as const).filter(([count]) => count > 0)
  const sentences = [`## Les ${rows.length} cas et leur preuve`, `Bilan : ${counts.map(([count, state]) => `${count} ${state}`).join(', ')}.`]
  return sentences.filter((sentence) => !text.includes(sentence)).map((sentence) => `${securityTable} : il manque « ${sentence} »`)
}

function checkSpecificationTable(documents: SourceFile[], texts: Map<string, string>): string[] {
  const rows = rowsOf(documents, specificationTable, /^\d\.\d+$/)
  const missingChapters = chapters.filter((chapter) => !rows.some(({ id }) => id.startsWith(`${chapter}.`)))
  return [
    ...missingChapters.map((chapter) => `${specificationTable} : aucune ligne pour le chapitre ${chapter}`),
    ...rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index).map(({ id }) => `${specificationTable} : ${id} deux fois`),
    ...rows.flatMap(({ id, cells }) => {
      const [, where = '', proof = ''] = cells
      const places = [...where.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
      const nowhere = places.filter((path) => ![...texts.keys()].some((knownPath) => knownPath === path || knownPath.startsWith(`${path.replace(/\/$/, '')}/`)))
      const references = proofsOf(proof)
      return [
        ...(places.length === 0 ? [`${specificationTable} : ${id} ne dit pas où`] : []),
        ...nowhere.map((path) => `${specificationTable} : ${id} : ${path} n’existe pas`),
        ...(references.some(({ path, name }) => testFile.test(path) && name !== null) ? [] : [`${specificationTable} : ${id} ne nomme aucun essai`]),
        ...broken(specificationTable, id, references, texts),
      ]
    }),
  ]
}

type TestReference = { path: string; name: string | null }

/** Reads the files between backticks, each with the test names quoted after it. */
function proofsOf(cell: string): TestReference[] {
  return [...cell.matchAll(/`((?:contract|seed|server|web|e2e|tools|bench)\/[^`\s]+)`((?:,? (?:et )?«[^»]+»)*)/g)].flatMap(
    ([, path, quotedName = '']): TestReference[] => {
      const names = [...quotedName.matchAll(/« ?([^»]+?) ?»/g)].map(([, name]) => normalised(name!).replaceAll(/^[\s…]+|[\s…]+$/g, ''))
      return names.length === 0 ? [{ path: path!, name: null }] : names.map((name) => ({ path: path!, name }))
    },
  )
}

function broken(table: string, id: string, proofs: TestReference[], texts: Map<string, string>): string[] {
  return proofs.flatMap(({ path, name }) => {
    // A path with `*` stands for several files.
    if (path.includes('*') || path.endsWith('/')) return []
    const text = texts.get(path)
    if (text === undefined) return [`${table} : ${id} : ${path} n’existe pas`]
    if (name === null || text.includes(name)) return []
    return [`${table} : ${id} : ${path} n’a pas d’essai « ${name} »`]
  })
}

function rowsOf(documents: SourceFile[], path: string, id: RegExp): ProofRow[] {
  const text = documents.find((document) => document.path === path)?.text ?? ''
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/ \| | \|$/))
    .filter(([first = '']) => id.test(first))
    .map(([first, ...cells]) => ({ id: first!, cells: cells.map((cell) => cell.trim()) }))
}

/** Normalises escapes, spaces and quotation marks. */
function normalised(text: string): string {
  return text
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll('’', "'")
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
}
