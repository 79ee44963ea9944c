import type { CitingText, DatedArticle, ResolvedReference } from '@parvis/contract'
import { formatLongDate, localDay } from '../../ui/words/formats.ts'
import type { OpenedReference } from './reference-opener.ts'

type State = ResolvedReference['state']
type Cited = OpenedReference['cited'][number]

/** Article or act of the installed corpora that a text cites, once. */
export interface CitedText {
  reference: Cited
  /** « article L. 2121-29 (CGCT) » */
  label: string
  state: Exclude<State, 'hors_corpus'>
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

/** « article L. 2121-29 (CGCT) », « loi n° 2025-1129 ». */
export const labelOf = ({ code, article }: Pick<Cited, 'code' | 'article'>): string => {
  const name = code === null ? null : codeName(code)
  if (article === null) return name ?? ''
  return `article ${spelledNumber(article)}${name === null ? '' : ` (${name})`}`
}

/** Title of the panel that shows cited articles: « Article L. 2121-29 (CGCT) », « Article L. 1 (CGCT) et 2 autres ». */
export function panelTitle(cited: readonly Pick<Cited, 'code' | 'article'>[]): string {
  const [first, ...others] = cited
  const label = first === undefined ? '' : labelOf(first)
  const more = others.length === 0 ? '' : ` et ${others.length} ${others.length > 1 ? 'autres' : 'autre'}`
  return label.charAt(0).toUpperCase() + label.slice(1) + more
}

/** « modifié depuis le 1er mars 2018 » */
export function wordsOf({ state, since }: Pick<Cited, 'state' | 'since'>): string {
  const day = since === undefined ? '' : ` depuis le ${formatLongDate(since, 'UTC')}`
  switch (state) {
    case 'modifie':
      return `modifié${day}`
    case 'abroge':
      return `abrogé${day}`
    case 'inconnu':
      return 'inconnu dans ce texte'
    case 'hors_corpus':
      return 'absent des corpus installés'
    case 'en_vigueur':
      return `en vigueur${day}`
  }
}

/** What deserves to be read first. */
const order: readonly State[] = ['abroge', 'modifie', 'inconnu', 'hors_corpus', 'en_vigueur']

/** State that deserves attention most among those of several articles. */
export const worstState = (cited: readonly Pick<Cited, 'state'>[]): State => order.find((state) => cited.some((one) => one.state === state)) ?? 'en_vigueur'

/** Words shown after a mark: « abrogé », « dont 1 modifié ». Empty for a state that the mark alone shows. */
export function tagOf(cited: readonly Pick<Cited, 'state'>[]): string {
  const state = worstState(cited)
  const word = { abroge: 'abrogé', modifie: 'modifié', inconnu: 'inconnu', hors_corpus: '', en_vigueur: '' }[state]
  const count = cited.filter((one) => one.state === state).length
  if (word === '') return ''
  const words = count > 1 ? `${word}s` : word
  return count === cited.length ? words : `dont\u00a0${count} ${words}`
}

/** Groups the references of each place of a text whose code is known, in the order of the text. */
export function groupByPlace(references: readonly ResolvedReference[]): { start: number; end: number; cited: ResolvedReference[] }[] {
  const places = new Map<string, { start: number; end: number; cited: ResolvedReference[] }>()
  for (const reference of references) {
    if (reference.code === null) continue
    const { start, end } = reference
    const place = places.get(`${start} ${end}`) ?? { start, end, cited: [] }
    place.cited.push(reference)
    places.set(`${start} ${end}`, place)
  }
  return [...places.values()].toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** Articles and acts of the installed corpora that a text cites, each once, those that changed first. */
export function citedTexts(references: readonly ResolvedReference[]): CitedText[] {
  const cited = new Map<string, CitedText>()
  for (const reference of references) {
    const { code, state } = reference
    if (state === 'hors_corpus' || code === null) continue
    const label = labelOf(reference)
    if (!cited.has(label)) cited.set(label, { reference, label, state, words: wordsOf(reference) })
  }
  return [...cited.values()].toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

/** « du 1er janvier 2000 au 31 décembre 2019 », « depuis le 1er janvier 2020 », « à partir du 1er janvier 2030 ». */
export function periodWords({ valid_from, valid_until }: DatedArticle['versions'][number], today: string = localDay(new Date())): string {
  const from = formatLongDate(valid_from, 'UTC')
  if (valid_until !== null) return `du ${from} au ${formatLongDate(valid_until, 'UTC')}`
  return valid_from > today ? `à partir du ${from}` : `depuis le ${from}`
}

/** Sentence that says the state of a reference at the day of its text. @param at that day; null for today */
export function articleSentence({ code, article, state, since }: Pick<Cited, 'code' | 'article' | 'state' | 'since'>, at: string | null): string {
  const day = since === undefined ? '' : formatLongDate(since, 'UTC')
  const that = at === null ? 'aujourd’hui' : `le ${formatLongDate(at, 'UTC')}`
  switch (state) {
    case 'en_vigueur':
      if (article === null) return 'Ce texte est dans les corpus installés.'
      return `Ce texte s’applique ${since !== undefined && since > localDay(new Date()) ? 'à partir du' : 'depuis le'} ${day}.`
    case 'modifie':
      return `Ce texte s’appliquait ${that}\u00a0; un autre l’a remplacé le ${day}.`
    case 'abroge':
      return `N’est plus en vigueur depuis le ${day}.`
    case 'inconnu':
      return at === null || article === null
        ? `Aucun article de ce numéro dans ce texte\u00a0: la référence est à vérifier.`
        : `Aucun article de ce numéro n’était en vigueur ${that}\u00a0: la référence est à vérifier.`
    case 'hors_corpus':
      return `Ce texte (${code ?? 'sans nom'}) n’est pas dans les corpus installés\u00a0: son état n’est pas connu ici.`
  }
}

/** « modifié le 1er décembre 2026 », « modifié à partir du… », « abrogé le… », « retiré des corpus installés ». */
export function changeWords({ change, on }: Pick<CitingText['articles'][number], 'change' | 'on'>, today: string = localDay(new Date())): string {
  if (change === 'retire' || on === null) return 'retiré des corpus installés'
  return `${change === 'abroge' ? 'abrogé' : 'modifié'} ${on > today ? 'à partir du' : 'le'} ${formatLongDate(on, 'UTC')}`
}
