import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { halves, plainText, type TrainingPair } from './pairs.ts'

type LawNode = { type: string; data: Record<string, unknown>; children?: LawNode[] }

const LAW_FILES: Record<string, string> = {
  travail: 'LEGITEXT000006072050',
  secu: 'LEGITEXT000006073189',
  rural: 'LEGITEXT000022197698',
  crpa: 'LEGITEXT000031366350',
}

const walk = (node: LawNode, path: string[], visit: (article: LawNode, path: string[]) => void): void => {
  if (node.type === 'article') {
    visit(node, path)
    return
  }
  const title = typeof node.data.title === 'string' ? node.data.title.replace(/^[^:]{0,40}:\s*/, '') : ''
  for (const child of node.children ?? []) walk(child, [...path, title], visit)
}

/** Reads the articles in force of a code or agreement: text, number, titles of the sections above. */
const articles = (file: string): { number: string; text: string; path: string[] }[] => {
  const found: { number: string; text: string; path: string[] }[] = []
  walk(JSON.parse(readFileSync(file, 'utf8')) as LawNode, [], (article, path) => {
    const text = plainText(String(article.data.texteHtml ?? article.data.texte ?? article.data.content ?? ''))
    if (text.length > 80) found.push({ number: String(article.data.num ?? '').replace(/[\s.*]/g, ''), text: text.slice(0, 2000), path })
  })
  return found
}

const pairsOf = (list: ReturnType<typeof articles>, every: number, kind: string): TrainingPair[] =>
  list.flatMap(({ text, path }, index) => {
    if (index % every !== 0) return []
    const title = path.slice(-3).join(' ')
    const split = halves(text)
    return [
      ...(title.trim() ? [{ kind: `${kind}-titre`, left: title, right: text }] : []),
      ...(split && index % 2 === 0 ? [{ kind: `${kind}-moities`, left: split[0], right: split[1] }] : []),
    ]
  })

/** Reads the codes of @socialgouv/legi-data: their pairs, and a function that finds an article by code and number. */
export const readLaw = (folder: string) => {
  const byNumber = new Map<string, string>()
  const pairs: TrainingPair[] = []
  for (const [code, file] of Object.entries(LAW_FILES)) {
    const list = articles(join(folder, 'data', `${file}.json`))
    for (const { number, text } of list) byNumber.set(`${code} ${number}`, text)
    pairs.push(...pairsOf(list, 1, 'loi'))
  }
  return { pairs, article: (code: string, number: string) => byNumber.get(`${code} ${number}`) }
}

/** Reads pairs from a small sample of the collective agreements of @socialgouv/kali-data, for the vocabulary of trades and pay. */
export const readAgreements = (folder: string): TrainingPair[] =>
  readdirSync(join(folder, 'data'))
    .filter((file) => /^KALICONT\d+\.json$/.test(file))
    .sort()
    .filter((_, index) => index % 3 === 0)
    .flatMap((file) => pairsOf(articles(join(folder, 'data', file)), 6, 'kali'))

type Sheet = { title?: string; description?: string; sections?: { title?: string; html?: string; text?: string }[] }

type Contribution = { title: string; answers: { generic?: { text?: string } } }

/** Reads the pairs of labour-law sheets and answers: @socialgouv/fiches-travail-data and @socialgouv/contributions-data. */
export const readLabour = (sheetsFolder: string, contributionsFolder: string): TrainingPair[] => {
  const sheets = JSON.parse(readFileSync(join(sheetsFolder, 'data', 'fiches-travail.json'), 'utf8')) as Sheet[]
  const contributions = JSON.parse(readFileSync(join(contributionsFolder, 'data', 'contributions.json'), 'utf8')) as Contribution[]
  const pairs: TrainingPair[] = []
  for (const sheet of sheets) {
    const title = sheet.title ?? ''
    pairs.push({ kind: 'titre', left: title, right: sheet.description ?? '' })
    for (const section of sheet.sections ?? []) {
      const text = plainText(section.html ?? section.text ?? '')
      for (let i = 0; i < text.length && i < 6000; i += 900) {
        pairs.push({ kind: 'paragraphe', left: `${title} ${section.title ?? ''}`, right: text.slice(i, i + 900) })
      }
    }
  }
  for (const { title, answers } of contributions) {
    for (const paragraph of (answers.generic?.text ?? '').split(/\n{2,}/)) {
      if (paragraph.length > 60) pairs.push({ kind: 'paragraphe', left: title, right: paragraph })
    }
  }
  return pairs
}
