import type { ResolvedReference } from '@parvis/contract'
import { formatLongDate } from '../../ui/words/formats.ts'

/** Article or act that a text cites, once. */
export interface CitedText {
  /** « article L. 2121-29 (CGCT) » */
  label: string
  state: Exclude<ResolvedReference['state'], 'hors_corpus'>
  /** « modifié depuis le 1er mars 2018 » */
  words: string
}

/** « L2121-29 » → « L. 2121-29 ». */
const spelledNumber = (article: string): string => article.replace(/^([A-Z]+)(?=\d)/, '$1.\u00a0')

const actNames = { LOI: 'loi', ORDONNANCE: 'ordonnance', DECRET: 'décret' }

/** « LOI-2025-1129 » → « loi n° 2025-1129 »; « LOI-1905-12-09 » → « loi du 9 décembre 1905 ». */
function codeName(code: string): string {
  const [, kind, number] = /^(LOI|ORDONNANCE|DECRET)-(.+)$/.exec(code) ?? []
  if (kind === undefined || number === undefined) return code
  const name = actNames[kind as keyof typeof actNames]
  return /^\d{4}-\d\d-\d\d$/.test(number) ? `${name} du ${formatLongDate(number, 'UTC')}` : `${name} n°\u00a0${number}`
}

function wordsOf({ state, since }: Pick<ResolvedReference, 'since'> & Pick<CitedText, 'state'>): string {
  const day = since === undefined ? '' : ` depuis le ${formatLongDate(since, 'UTC')}`
  if (state === 'modifie') return `modifié${day}`
  if (state === 'abroge') return `abrogé${day}`
  return state === 'inconnu' ? 'inconnu dans ce texte' : `en vigueur${day}`
}

/** What deserves to be read first. */
const order: readonly CitedText['state'][] = ['abroge', 'modifie', 'inconnu', 'en_vigueur']

/** Articles and acts of the installed corpora that a text cites, each once, those that changed first. */
export function citedTexts(references: readonly ResolvedReference[]): CitedText[] {
  const cited = new Map<string, CitedText>()
  for (const { code, article, state, since } of references) {
    if (state === 'hors_corpus' || code === null) continue
    const label = article === null ? codeName(code) : `article ${spelledNumber(article)} (${codeName(code)})`
    if (!cited.has(label)) cited.set(label, { label, state, words: wordsOf({ state, ...(since !== undefined && { since }) }) })
  }
  return [...cited.values()].toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
