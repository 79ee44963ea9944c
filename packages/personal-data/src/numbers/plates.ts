import type { Match } from '../matches.ts'

/** Letters of plates since 2009: neither I, O nor U. */
const letters = '[A-HJ-NP-TV-Z]'
const recent = new RegExp(
  `(?<![\\p{L}\\d]|[\\d][-/])(?!SS)(${letters}{2})([ .\\-]{0,3})(\\d{3})([ .\\-]{0,3})((?!SS)${letters}{2})(?![\\p{L}\\d]|[-/]\\d)`,
  'giu',
)
const old = /(?<![\p{L}\d]|\d[ .,/-]|[-/])([1-9]\d{0,3})([ .-]{0,3})([A-Z]{1,3})([ .-]{0,3})(\d\d|2[AB]|97[1-6])(?![\p{L}\d]|[.,-]\d|\/)/giu
const label =
  /(?:immatricul|plaque|v[ée]hicule|voiture|scooter|moto|camion|fourgon|utilitaire|tracteur|remorque|stationn|peugeot|renault|citro[ëe]n|dacia|volkswagen|toyota|ford|opel|fiat)/i
const notPlate =
  /(?:parcelles?|section|cadastr\p{L}*|r[ée]f[ée]?r?e?n?c?e?s?|article|march[ée]|lot|compte|devis|facture|permis|n°)\W{0,6}(?:[A-Z]{1,2} ?\d{1,4}\W{1,4}(?:et )?)*$/iu
/** Units and abbreviations between two numbers. */
const units = new Set(
  'KG KM HT TTC EUR MM CM ML KW KWH GO MO KO PC CE AN ANS MIN SEC TVA ET OU AU DE DU LE LA EN PAR SUR NO JO RN RD CV HA M2 CL DL MG UE PLU'.split(' '),
)

/** Finds registration plates, those since 2009 and the older ones with their department. A parcel, « AB 123 », is not one. */
export function findPlates(text: string): Match[] {
  const found: Match[] = []
  for (const { 0: value, 1: first = '', 2: gapA, 4: gapB, 5: last = '', index } of text.matchAll(recent)) {
    const before = text.slice(Math.max(0, index - 60), index)
    const isLabelled = label.test(before)
    const isUpper = (first + last).toUpperCase() === first + last
    if (gapA !== gapB && !isLabelled) continue
    if (!isUpper && (!/(?:immatricul|plaque)[^\n]{0,40}$/i.test(before) || units.has(first.toUpperCase()) || units.has(last.toUpperCase()))) continue
    found.push({ start: index, end: index + value.length, kind: 'immatriculation', confidence: isLabelled ? 0.98 : 0.85, reason: 'plate.recent' })
  }
  for (const { 0: value, 1: number = '', 2: gapA = '', 3: middle = '', 4: gapB = '', 5: department = '', index } of text.matchAll(old)) {
    const before = text.slice(Math.max(0, index - 60), index)
    const isLabelled = label.test(before)
    const isAnnounced = /(?:immatricul|plaque)[^\n]{0,12}$/i.test(before)
    if ((units.has(middle.toUpperCase()) && !isAnnounced) || /[IOU]/i.test(middle.slice(1)) || department === '00' || department === '96') continue
    if (notPlate.test(before) && !/immatricul|plaque/i.test(before)) continue
    if (!isLabelled && (middle.toUpperCase() !== middle || middle.length < 2 || gapA !== gapB || number.length < 2)) continue
    if (!isLabelled && Number(number) >= 1900 && Number(number) <= 2100) continue
    if (isLabelled && middle.length === 1 && (/h/i.test(middle) || middle !== middle.toUpperCase())) continue
    found.push({ start: index, end: index + value.length, kind: 'immatriculation', confidence: isLabelled ? 0.9 : 0.7, reason: 'plate.old' })
  }
  return found
}
