import type { Match } from '../matches.ts'
import { hasLuhnDigit, ibanLengths, ibanRemainder, isNirBody, isRib, isTaxNumber, nirKey } from './check-digits.ts'

/** Separator between two groups of a number: up to two signs with spaces, or one line break. */
const gap = String.raw`(?: {0,2}[.\-\/_]? {0,2}|[ ]{0,4}\r?\n {0,8})`
const noDigitBefore = String.raw`(?<![A-Za-z\d]|\d[.,\/-])`

const nirPattern = new RegExp(
  `${noDigitBefore}[1-478]${gap}\\d\\d${gap}\\d\\d${gap}(?:\\d\\d|\\d ?\\d|2 ?[ABab])${gap}\\d{3}${gap}\\d{3}(?:${gap}(?:cl[eé]|key)? {0,2}:? {0,2}\\(?\\d\\d\\)?)?(?![A-Za-z\\d])`,
  'g',
)
/** Thirteen to fifteen characters grouped in any way. */
const looseNir = new RegExp(`${noDigitBefore}[1-478](?:[ .\\-]{0,2}\\d){4}(?:[ .\\-]{0,2}[\\dABab]){2}(?:[ .\\-]{0,2}\\d){6,8}(?![A-Za-z\\d])`, 'g')
const nirLabel = /(?:s[ée]cu(?:rit[ée] sociale)?|\bnir\b|\bn[°o. ]{0,3}ss\b|\binsee\b|immatriculation|assur[ée]e?s?)[^\n\d]{0,40}$/i
const compactNir = /^[12]\d\d(?:0[1-9]|1[0-2])/
/** Whether the groups are those in which people write a NIR. */
const groupedNir = /^\d[ .\-/]{1,3}\d\d[ .\-/]{1,3}\d\d[ .\-/]{1,3}(?:\d\d|2[AB])[ .\-/]{1,3}\d{3}[ .\-/]{1,3}\d{3}/i

/** Finds NIR (social-security numbers), with or without their key. */
export function findNir(text: string): Match[] {
  const found: Match[] = []
  for (const pattern of [nirPattern, looseNir])
    for (const { 0: value, index } of text.matchAll(pattern)) {
      const match = readNir(text, value, index)
      if (match && !found.some(({ start, end }) => start < match.end && match.start < end)) found.push(match)
    }
  return found
}

function readNir(text: string, value: string, start: number): Match | null {
  const signs = value
    .toUpperCase()
    .replace(/CL[EÉ]|KEY/, '')
    .replace(/[^\dAB]/g, '')
  const body = signs.slice(0, 13)
  if (!isNirBody(body)) return null
  const end = start + value.length
  const isLabelled = nirLabel.test(text.slice(Math.max(0, start - 60), start))
  if (signs.length === 15 && Number(signs.slice(13)) === nirKey(body)) return { start, end, kind: 'nir', confidence: 1, reason: 'nir.key' }
  if (isLabelled) return { start, end, kind: 'nir', confidence: 0.8, reason: 'nir.label' }
  if (groupedNir.test(value) && !/\n/.test(value)) return { start, end, kind: 'nir', confidence: 0.7, reason: 'nir.groups' }
  if (
    signs.length === 13 &&
    compactNir.test(body) &&
    !isTaxNumber(body) &&
    !/[AB]/.test(body) &&
    !/(?:\bean|isbn|code.barres?)\W{0,8}$/i.test(text.slice(Math.max(0, start - 20), start))
  )
    return { start, end, kind: 'nir', confidence: 0.5, reason: 'nir.form' }
  return signs.length === 13 && /2[AB]/.test(body) ? { start, end, kind: 'nir', confidence: 0.7, reason: 'nir.corsica' } : null
}

const ibanStart = /(?<![A-Za-z\d])[A-Za-z]{2} ?\d{2}(?=[ \-.\r\n]{0,3}[A-Za-z\d])/g
const ribPattern = /(?<![A-Za-z\d])\d{5}[ .\-|]{0,3}\d{5}[ .\-|]{0,3}[\dA-Z](?: ?[\dA-Z]){10}[ .\-|]{0,3}\d{2}(?![A-Za-z\d])/g

/** Finds IBAN with a valid remainder, and French RIB with their key. */
export function findIban(text: string): Match[] {
  const found: Match[] = []
  for (const { 0: head, index } of text.matchAll(ibanStart)) {
    const length = ibanLengths[head.slice(0, 2).toUpperCase()]
    if (length === undefined) continue
    const { signs, end } = takeSigns(text, index, length)
    if (signs.length < length || /[A-Za-z\d]/.test(text[end] ?? '')) continue
    // Two lower-case letters are a country only before digits: « de 30 jours » is French.
    if (/[a-z]/.test(head) && /[A-Z]/.test(signs.slice(2)) && !/^[a-z]{2}\d{2}(?: ?[\da-z]{4})+(?: ?[\da-z]{1,3})?$/i.test(text.slice(index, end))) continue
    if (ibanRemainder(signs) === 1) found.push({ start: index, end, kind: 'iban', confidence: 1, reason: 'iban.key' })
    else if (/\b(?:iban|rib|compte)\b[^\n\d]{0,30}$/i.test(text.slice(Math.max(0, index - 40), index)) && /\d{4}/.test(signs.slice(2)))
      found.push({ start: index, end, kind: 'iban', confidence: 0.7, reason: 'iban.label' })
  }
  for (const { 0: value, index } of text.matchAll(ribPattern))
    if (isRib(value.replace(/[^\dA-Z]/g, ''))) found.push({ start: index, end: index + value.length, kind: 'iban', confidence: 1, reason: 'iban.rib' })
  return found
}

/** Reads a number of letters and digits from an offset, across spaces, dashes and at most two line breaks in a row. */
function takeSigns(text: string, start: number, length: number): { signs: string; end: number } {
  let signs = ''
  let end = start
  let gap = 0
  for (let at = start; at < text.length && signs.length < length && gap < 4; at++) {
    const sign = text[at]!
    if (/[A-Za-z\d]/.test(sign)) {
      signs += sign.toUpperCase()
      end = at + 1
      gap = 0
    } else if (/[ \-.\r\n]/.test(sign)) gap++
    else break
  }
  return { signs, end }
}

const cardPattern = new RegExp(
  `${noDigitBefore}(?:[2-6]\\d{3}[ .\\-]{0,3}\\d{4}[ .\\-]{0,3}\\d{4}[ .\\-]{0,3}\\d{4}(?:[ .\\-]?\\d{1,3})?|3[47]\\d\\d[ .\\-]{0,3}\\d{6}[ .\\-]{0,3}\\d{5}|3[068]\\d\\d[ .\\-]{0,3}\\d{6}[ .\\-]{0,3}\\d{4}|[3-6](?:[ .\\-]?\\d){12,18})(?![A-Za-z\\d])`,
  'g',
)
const cardNetworks =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|(?:5[06-9]|6\d)\d{14,17}|35\d{14})$/
const dinersCard = /^3(?:0[0-5]|[68]\d)\d{11}$/
const cardLabel = /\b(?:cartes?|cb|visa|mastercard|carte bleue|amex|paiement)\b[^\n\d]{0,40}$/i

/** Finds numbers of payment cards by their network, length and check digit. A SIRET has the same check digit, and fourteen digits: it is not a card. */
export function findCards(text: string): Match[] {
  return [...text.matchAll(cardPattern)].flatMap(({ 0: value, index }) => {
    const before = text.slice(Math.max(0, index - 50), index)
    const isLabelled = cardLabel.test(before)
    for (const candidate of new Set([value, value.slice(0, 19), value.replace(/[ .-]?\d{1,3}$/, '')])) {
      const digits = candidate.replace(/\D/g, '')
      const isKnown = cardNetworks.test(digits) || (isLabelled && dinersCard.test(digits))
      if (isKnown && hasLuhnDigit(digits)) return [{ start: index, end: index + candidate.length, kind: 'carte' as const, confidence: 1, reason: 'card.luhn' }]
    }
    const digits = value.replace(/\D/g, '')
    if (isLabelled && digits.length === 16 && cardNetworks.test(digits))
      return [{ start: index, end: index + value.length, kind: 'carte' as const, confidence: 0.6, reason: 'card.label' }]
    return []
  })
}

const taxPattern = new RegExp(`${noDigitBefore}[0-3](?:[ .\\-]{0,2}\\d){12}(?![A-Za-z\\d])`, 'g')
const taxLabel = /(?:fiscal|imp[ôo]ts?|\bspi\b|\btaxe?\b|t[ée]l[ée]d[ée]claration)[^\n\d]{0,40}$/i

/** Finds French tax numbers (SPI): thirteen digits with their key, or after their label. */
export function findTaxNumbers(text: string): Match[] {
  return [...text.matchAll(taxPattern)].flatMap(({ 0: value, index }) => {
    const digits = value.replace(/\D/g, '')
    const span = { start: index, end: index + value.length, kind: 'fiscal' as const }
    if (isTaxNumber(digits)) return [{ ...span, confidence: 0.95, reason: 'tax.key' }]
    return taxLabel.test(text.slice(Math.max(0, index - 60), index)) ? [{ ...span, confidence: 0.7, reason: 'tax.label' }] : []
  })
}
