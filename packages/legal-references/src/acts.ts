import { lawNicknames } from './nicknames.ts'
import type { Token } from './tokens.ts'

export type ActKind = 'loi' | 'ordonnance' | 'decret'

/** Law, ordinance or decree, cited by its number, its date or its usual name. */
export type Act = { code: string; end: number; kind: ActKind; date: string | null }

const months = new Map(
  [
    ['janvier', 'janv'],
    ['fevrier', 'fev', 'fevr'],
    ['mars'],
    ['avril', 'avr'],
    ['mai'],
    ['juin'],
    ['juillet', 'juil'],
    ['aout'],
    ['septembre', 'sept'],
    ['octobre', 'oct'],
    ['novembre', 'nov'],
    ['decembre', 'dec'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

const prefixes = { loi: 'LOI', ordonnance: 'ORDONNANCE', decret: 'DECRET' } as const

/** Reads « du 26 novembre 2025 », « du 1er avril 2020 », « du 26/01/1984 ». */
function readDate(tokens: readonly Token[], at: number): { date: string; end: number } | null {
  const first = tokens[at]?.text
  if (first !== 'du' && first !== 'en' && tokens[at]?.text !== ',') return null
  let end = at + (tokens[at + 1]?.text === 'date' ? (tokens[at + 2]?.text === 'du' ? 3 : 2) : 1)
  if (tokens[end]?.text === 'du' || tokens[end]?.text === 'le') end += 1
  const day = tokens[end]
  if (day?.kind !== 'number' || day.text.length > 2) return null
  end += 1
  if (tokens[end]?.text === 'er') end += 1
  const mark = tokens[end]
  const isNumeric = mark !== undefined && /^[/.-]$/.test(mark.text) && tokens[end + 1]?.kind === 'number'
  const month = isNumeric ? Number(tokens[end + 1]!.text) : months.get(mark?.text ?? '')
  end += isNumeric ? 2 : 1
  if (tokens[end]?.text === '.' || (isNumeric && tokens[end]?.text === mark.text)) end += 1
  const year = tokens[end]
  if (month === undefined || month < 1 || month > 12 || year?.kind !== 'number' || year.text.length !== 4 || year.text < '1539' || year.text > '2199')
    return null
  return { date: `${year.text}-${String(month).padStart(2, '0')}-${day.text.padStart(2, '0')}`, end: end + 1 }
}

/** Reads « n° 2025-1129 », « n°84-53 », « 2002-60 ». */
function readActNumber(tokens: readonly Token[], at: number, isMarkRequired: boolean): { number: string; end: number } | null {
  let end = at
  const first = tokens[end]
  if (first?.kind === 'word' && (first.text === 'n' || first.text === 'no' || first.text === 'nos' || first.text === 'numero')) {
    end += 1
    if (tokens[end]?.text === '°') end += 1
    else if (first.text === 'n' && tokens[end]?.text === 'o') end += 1
    if (tokens[end]?.text === '.') end += 1
  } else if (isMarkRequired) return null
  const [year, dash, rank] = [tokens[end], tokens[end + 1], tokens[end + 2]]
  if (year?.kind !== 'number' || dash?.text !== '-' || rank?.kind !== 'number') return null
  if ((year.text.length !== 2 && year.text.length !== 4) || rank.text.length > 5) return null
  if (year.text.length === 4 && (year.text < '1900' || year.text > '2199')) return null
  if (tokens[end + 3]?.text === '-' && !tokens[end + 3]!.isSpaced && tokens[end + 4]?.kind === 'number') return null
  return { number: `${year.text}-${rank.text}`, end: end + 3 }
}

/** Words between « loi » and its number: « loi de finances pour 2024 n° », « loi NOTRe n° », « décret en Conseil d'État n° ». */
const maxTitle = 14
const notInTitle =
  /^(?:n|no|numero|deliberation|arrete|decision|circulaire|convention|marche|contrat|dossier|facture|requete|article|articles|art|impose|prevoit|est|sont|a|ont|loi|ordonnance|decret|decrets)$/

function skipTitle(tokens: readonly Token[], at: number): number | null {
  for (let end = at; end < at + maxTitle; end += 1) {
    const token = tokens[end]
    if (token === undefined || token.kind === 'break') return null
    if (/^(?:n|no|numero)$/.test(token.text) && readActNumber(tokens, end, true) !== null) return end
    if (token.kind === 'mark' && !/^['(-]$/.test(token.text)) return null
    if (notInTitle.test(token.text) && !(token.text === 'a' && end > at)) return null
  }
  return null
}

const kindOf = (token: Token, next: Token | undefined): ActKind | null => {
  const word = token.text
  if (word === 'loi' || word === 'lois') return 'loi'
  if (word === 'ordonnance' || word === 'ordonnances') return 'ordonnance'
  if (word === 'decret' || word === 'decrets') return 'decret'
  if (next?.text !== '.') return null
  if (word === 'l' && token.isUpper) return 'loi'
  if (word === 'd' && token.isUpper) return 'decret'
  if (word === 'ord') return 'ordonnance'
  return word === 'decr' ? 'decret' : null
}

const courts = /^(?:juge|tribunal|cour|refere|referes|president|presidente|medecin|conseil|magistrat|docteur|medicale)$/

/** Reads the law, ordinance or decree that begins at `at`. */
export function readAct(tokens: readonly Token[], at: number): Act | null {
  const first = tokens[at]
  if (first?.kind !== 'word') return null
  const kind = kindOf(first, tokens[at + 1])
  if (kind === null) return null
  const isShort = first.text.length <= 4 && !first.text.startsWith('loi')
  let start = at + (isShort ? 2 : 1)
  if (isBill(tokens, at)) return null
  while (start < at + 3 && /^(?:organique|constitutionnelle|modifiee?|precitee?|susvisee?)$/.test(tokens[start]?.text ?? '')) start += 1
  const titled = isShort ? null : skipTitle(tokens, start)
  const number = readActNumber(tokens, titled ?? start, isShort)
  if (number !== null) {
    let { end } = number
    const date = readDate(tokens, end)
    if (date !== null) ({ end } = date)
    else if (tokens[end]?.text === ')' && titled !== null) end += 1
    return { code: `${prefixes[kind]}-${number.number}`, end, kind, date: date?.date ?? null }
  }
  if (isShort) return null
  const dated = readDate(tokens, start)
  if (dated !== null && tokens[start]?.text === 'du') {
    const isJudgment = kind === 'ordonnance' && tokens.slice(dated.end, dated.end + 4).some(({ text }) => courts.test(text))
    return isJudgment ? null : { code: `${prefixes[kind]}-${dated.date}`, end: dated.end, kind, date: dated.date }
  }
  return kind === 'loi' && first.text === 'loi' ? readNickname(tokens, start) : null
}

/** Reads another number after a list of acts has begun: « lois n° 83-634 et n° 84-53 ». */
export function readNextAct(tokens: readonly Token[], at: number, kind: ActKind): (Act & { start: number }) | null {
  let start = at
  while (start < at + 3 && /^(?:,|;|et|ou|du|de|la)$/.test(tokens[start]?.text ?? '')) start += 1
  const number = start === at ? null : readActNumber(tokens, start, true)
  if (number === null) return null
  const date = readDate(tokens, number.end)
  return { code: `${prefixes[kind]}-${number.number}`, start, end: date?.end ?? number.end, kind, date: date?.date ?? null }
}

/** « projet de loi », « proposition de loi »: not yet a law. */
function isBill(tokens: readonly Token[], at: number): boolean {
  const [before, far] = [tokens[at - 1]?.text, tokens[at - 2]?.text]
  return before === 'de' && /^(?:projet|projets|proposition|propositions|avant)$/.test(far ?? '')
}

const longestNickname = Math.max(...Object.keys(lawNicknames).map((name) => name.split(' ').length))

function readNickname(tokens: readonly Token[], at: number): Act | null {
  const start = at + (/^(?:dite|pour)$/.test(tokens[at]?.text ?? '') ? 1 : 0) + (tokens[at]?.text === '«' ? 1 : 0)
  for (let count = longestNickname; count > 0; count -= 1) {
    const words = tokens.slice(start, start + count)
    const number = lawNicknames[words.map(({ text }) => text).join(' ')]
    if (number !== undefined && words.length === count && (words[0]!.isCapital || words[0]!.kind === 'number'))
      return { code: `LOI-${number}`, end: start + count, kind: 'loi', date: null }
  }
  return null
}

/** Reads the number of the general data protection regulation: « règlement (UE) 2016/679 ». Returns the index after it. */
export function readRegulation(tokens: readonly Token[], at: number): number | null {
  if (tokens[at]?.text !== 'reglement') return null
  for (let end = at + 1; end < at + 9; end += 1) {
    const token = tokens[end]
    if (token === undefined || token.kind === 'break') return null
    if (token.kind === 'number') return token.text === '2016' && tokens[end + 1]?.text === '/' && tokens[end + 2]?.text === '679' ? end + 3 : null
    if (!/^(?:[(),°]|ue|ce|n|no|europeen|du|de|l|'|union|europeenne)$/.test(token.text)) return null
  }
  return null
}
