import type { Match } from '../matches.ts'

const gap = String.raw`[ .\-\/]{0,3}`
/** Numbers of France and its overseas departments: 01 to 07 and 09. Numbers in 08 are those of services, and stay. */
const french = new RegExp(
  String.raw`(?<![A-Za-z\d]|\d[.,\/-])(?:(?:\+|00)${gap}33${gap}(?:\(${gap}0${gap}\))?${gap}0?|\(?0${gap})[1-79]\)?(?:${gap}\d){8}(?!\d|[.,]\d|[A-Za-z]\d)`,
  'g',
)
const international = new RegExp(String.raw`(?<![A-Za-z\d]|\d[.,\/-])(?:\+|00)${gap}(?!33)[1-9]\d{0,2}(?:[ .\-\/]{0,2}\(?\d\)?){5,12}(?!\d)`, 'g')
/** The nine digits that a spreadsheet leaves, or that follow a country prefix in brackets. */
const shortened = new RegExp(String.raw`(?<![A-Za-z\d]|\d[.,\/-])(?:\(\+?33\)${gap}0?|33${gap}|)[1-79](?:${gap}\d){8}(?![\dA-Za-z])`, 'g')
const label =
  /(?:t[ée][l1][ée]?(?:phones?)?|mobiles?|portables?|\bport|\bgsm|\bfax|num[ée]ros?|joindre|joignable|appel(?:er|ez)|contact|☎|☏|📞|📱)[^\n\d]{0,25}$/i
/** Groupings in which people write a number; another one is accepted when no other digits touch it. */
const usualGroups = /^(?:10|2,2,2,2,2|4,2,2,2|4,6|2,8|1,9|2,2,3,3|2,4,4|3,3,4|4,3,3|2,3,3,2|1,3,3,3)$/
const date = /^(?:0[1-9]|[12]\d|3[01])([./-])(?:0[1-9]|1[0-2])\1(?:\d{4}|\d\d(?!\d))/

/** A number after its label in a scan, where « O » stands for 0 and « l » for 1. */
const scanned = /(?:t[ée][l1I](?:[ée]phone)?|mobile|portable|fax)\b[ .:]{0,6}([0O][ .-]?[1-79lI](?:[ .-]{0,3}[\dOolI]){8})(?![\p{L}\d])/giu

/** Finds telephone numbers: French ones in any spelling, overseas and foreign ones with their prefix. */
export function findTelephones(text: string): Match[] {
  const found: Match[] = []
  french.lastIndex = 0
  for (let match = french.exec(text); match; match = french.exec(text)) {
    const { 0: value, index } = match
    const end = index + value.length
    if (isPartOfNumber(text, value.replace(/^\(/, ''), index, end)) {
      // What begins as a date may run into the number that follows it.
      french.lastIndex = index + 2
      continue
    }
    found.push({ start: value[0] === '(' && !value.includes(')') ? index + 1 : index, end, kind: 'telephone', confidence: 0.95, reason: 'phone.french' })
  }
  for (const { 0: value, 1: number = '', index } of text.matchAll(scanned))
    if (/[OolI]/.test(number) && number.replace(/\D/g, '').length > 5)
      found.push({ start: index + value.length - number.length, end: index + value.length, kind: 'telephone', confidence: 0.6, reason: 'phone.scanned' })
  for (const { 0: value, index } of text.matchAll(international)) {
    const digits = value.replace(/\D/g, '')
    const isPlus = value[0] === '+'
    if (digits.length < (isPlus ? 8 : 11) || /^\s*[€%]/.test(text.slice(index + value.length, index + value.length + 3))) continue
    if (!isPlus && !label.test(text.slice(Math.max(0, index - 40), index)) && !/^00 ?\d{2,3} ?\d/.test(value)) continue
    found.push({ start: index, end: index + value.length, kind: 'telephone', confidence: isPlus ? 0.9 : 0.7, reason: 'phone.international' })
  }
  for (const { 0: value, index } of text.matchAll(shortened)) {
    if (!/^\(?\+?33/.test(value) && !label.test(text.slice(Math.max(0, index - 35), index))) continue
    if (/siren|siret/i.test(text.slice(Math.max(0, index - 35), index)) || /^[ .]?\d/.test(text.slice(index + value.length, index + value.length + 2))) continue
    if (!/^\(?\+?33/.test(value) && !/^[67]/.test(value)) continue
    found.push({ start: index, end: index + value.length, kind: 'telephone', confidence: 0.6, reason: 'phone.shortened' })
  }
  return found
}

/** Whether ten digits are a part of a longer number, or the beginning of a date and an hour. */
function isPartOfNumber(text: string, value: string, start: number, end: number): boolean {
  if (/^\+|^00/.test(value)) return false
  if (date.test(value) && !/^0[1-79]([./-])\d\d\1\d\d\1\d\d\1\d\d$/.test(value)) return true
  const groups = [...value.matchAll(/\d+/g)].map(([run]) => run.length).join(',')
  if (usualGroups.test(groups) && !/^(?:1,3,3,3|2,3,3,2|3,3,4)$/.test(groups)) {
    // Five pairs are a number even when another one follows, as « / 03 53 … ».
    return /\d[ ]?$/.test(text.slice(Math.max(0, start - 2), start)) && !/(?:\d\d[ .]){4}\d\d {1,3}$/.test(text.slice(Math.max(0, start - 20), start))
  }
  return /\d {0,2}$/.test(text.slice(Math.max(0, start - 3), start)) || /^ ?\d/.test(text.slice(end, end + 2))
}
