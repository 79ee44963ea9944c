import { childOf, elementsOf, parseXml, textOf, type SheetElement } from './sheet-element.ts'

/** Practical sheet of service-public.fr, as one file of the DILA gives it. */
export type PracticalSheet = {
  /** `F3156`. */
  id: string
  title: string
  /** Site that the extraction is of: `Particuliers`, `Professionnels`, `Associations`. A sheet may be in several. */
  audience: string
  /** Theme, folder…, from the widest. */
  path: string[]
  /** Day of its last modification, `YYYY-MM-DD`. */
  modified_on: string
  /** One block a line. The sections begin with the titles of all that they are in, so that no case is read as the general rule. */
  content: string
}

/** Elements whose content is read. The other elements of a sheet are navigation, addresses, online services and definitions of words. */
const bodyElements = new Set(['Avertissement', 'Introduction', 'Texte', 'ListeSituations', 'Chapitre', 'BlocCas', 'Conclusion'])
const sections = new Set(['Situation', 'Cas', 'Chapitre', 'SousChapitre', 'Conclusion'])
const containers = new Set([...bodyElements, ...sections, 'FragmentConditionne'].filter((name) => name !== 'Avertissement'))
const callouts: Readonly<Record<string, string>> = {
  ANoter: 'À noter',
  ASavoir: 'À savoir',
  Attention: 'Attention',
  Rappel: 'Rappel',
  Exemple: 'Exemple',
  Avertissement: 'Avertissement',
}
const titleElements = new Set(['Titre', 'TitreRiche', 'TitreAlternatif'])

/** First year of service-public.fr: an earlier date is a slip of the pen. */
const firstYear = 2000

/**
 * Reads a practical sheet (F….xml): a `Publication` whose identifier begins with F. Null for the folders, themes and questionnaires of the same archive, and
 * for a sheet without date or text.
 * @throws {Error} when the XML is malformed
 */
export function readPracticalSheet(xml: string): PracticalSheet | null {
  const root = parseXml(xml)
  const { ID: id = '', dateDerniereModificationImportante: importantDate = '' } = root.attributes
  const title = textOf(childOf(root, 'dc:title'))
  const modified_on = dayIn(textOf(childOf(root, 'dc:date'))) ?? dayIn(importantDate)
  if (root.name !== 'Publication' || !/^F\d+$/.test(id) || title === '' || modified_on === null) return null
  const lines = linesOf(elementsOf(root).filter(({ name }) => bodyElements.has(name)))
  if (lines.length === 0) return null
  const references = elementsOf(root).flatMap((element) => (element.name === 'Reference' ? textOf(childOf(element, 'Titre') ?? element) || [] : []))
  if (references.length > 0) lines.push('Textes de référence', ...references.map((reference) => `- ${reference}`))
  return { id, title, audience: audienceOf(root), path: pathOf(root, id), modified_on, content: lines.join('\n') }
}

/** First existing day that a text names, such as `modified 2026-08-01`; null when it names none. */
function dayIn(text: string): string | null {
  const [day] = /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/.exec(text) ?? []
  if (day === undefined || Number(day.slice(0, 4)) < firstYear) return null
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null
}

/** The breadcrumb begins with the home page of the site. */
function audienceOf(root: SheetElement): string {
  const [home] = elementsOf(childOf(root, 'FilDAriane') ?? root)
  const { ID = '' } = home?.name === 'Niveau' ? home.attributes : {}
  return /^[A-Z]\p{L}+$/u.test(ID) ? ID : textOf(childOf(root, 'Audience')) || 'Particuliers'
}

/** Titles of the breadcrumb, else those of the theme and of the folder. The home page and the sheet itself are left out. */
function pathOf(root: SheetElement, id: string): string[] {
  const breadcrumb = childOf(root, 'FilDAriane')
  const levels = breadcrumb === undefined ? [] : elementsOf(breadcrumb).filter(({ attributes: { ID = '' } }) => /^[NF]\d/.test(ID) && ID !== id)
  const titles =
    levels.length > 0
      ? levels.map(textOf)
      : [textOf(childOf(childOf(root, 'Theme'), 'Titre')), textOf(childOf(root, 'SousThemePere')), textOf(childOf(childOf(root, 'DossierPere'), 'Titre'))]
  return titles.filter((title, index) => title !== '' && title !== titles[index - 1])
}

/** Text under construction. `heading`: the last one written. */
type Writer = { lines: string[]; heading: string }

/** Writes a line, after the titles of its section unless they are those of the line before. An empty line is left out. */
function write(line: string, titles: readonly string[], writer: Writer): void {
  if (line === '') return
  const heading = titles.join(' › ')
  if (heading !== writer.heading && heading !== '') writer.lines.push(heading)
  writer.heading = heading
  writer.lines.push(line)
}

/** @param titles of the sections that the element is in */
function addBlock(element: SheetElement, titles: readonly string[], writer: Writer): void {
  const { name } = element
  if (name === 'Paragraphe' || name === 'TitreFlottant') write(textOf(element), titles, writer)
  else if (name === 'Liste') addList(element, titles, writer)
  else if (name === 'Tableau') addTable(element, titles, writer)
  else if (Object.hasOwn(callouts, name)) addCallout(element, titles, writer)
  else if (containers.has(name)) {
    const title = sections.has(name) ? textOf(childOf(element, 'Titre')) : ''
    for (const child of elementsOf(element)) addBlock(child, title === '' ? titles : [...titles, title], writer)
  }
}

/** Writes one line for each item: its paragraphs, joined. Lists and tables inside an item follow it. */
function addList(list: SheetElement, titles: readonly string[], writer: Writer): void {
  const isOrdered = list.attributes['type'] === 'numero'
  const items = elementsOf(list).filter(({ name }) => name === 'Item')
  for (const [index, item] of items.entries()) {
    const children = elementsOf(item)
    const isText = ({ name }: SheetElement) => name === 'Paragraphe'
    const text = children.length === 0 ? textOf(item) : children.filter(isText).map(textOf).filter(Boolean).join(' ')
    if (text !== '') write(`${isOrdered ? `${index + 1}.` : '-'} ${text}`, titles, writer)
    for (const child of children) if (!isText(child)) addBlock(child, titles, writer)
  }
}

/** Writes one line for each row, its cells separated by « | ». */
function addTable(table: SheetElement, titles: readonly string[], writer: Writer): void {
  write(textOf(childOf(table, 'Titre') ?? childOf(table, 'TitreRiche')), titles, writer)
  for (const row of elementsOf(table)) {
    if (row.name !== 'Rangée') continue
    const cells = elementsOf(row).flatMap((cell) => (cell.name === 'Cellule' ? [cellText(cell)] : []))
    if (cells.some((cell) => cell !== '')) write(cells.join(' | '), titles, writer)
  }
}

/** Text of a cell on one line, whatever its paragraphs and lists. */
function cellText(cell: SheetElement): string {
  const lines = linesOf(elementsOf(cell))
  return lines.length === 0 ? textOf(cell) : lines.map((line) => line.replace(/^- /, '')).join(' ; ')
}

function linesOf(elements: readonly SheetElement[]): string[] {
  const writer: Writer = { lines: [], heading: '' }
  for (const element of elements) addBlock(element, [], writer)
  return writer.lines
}

function addCallout(element: SheetElement, titles: readonly string[], writer: Writer): void {
  const label = textOf(childOf(element, 'Titre')) || callouts[element.name]!
  const [first, ...rest] = linesOf(elementsOf(element).filter(({ name }) => !titleElements.has(name)))
  if (first === undefined) return
  write(`${label}\u00a0: ${first}`, titles, writer)
  for (const line of rest) write(line, titles, writer)
}
