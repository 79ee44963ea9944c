import type { Match } from '../matches.ts'

const ways =
  "rue|r\\.|ruelle|avenue|av\\.?|ave|boulevard|bd\\.?|bld|blvd|boul\\.?|place|pl\\.?|impasse|imp\\.?|all[ée]es?|all\\.|chemin|chem\\.?|ch\\.|che|route|rte\\.?|quai|cours|square|sq\\.?|passage|pass\\.|sentier|sente|venelle|faubourg|fbg\\.?|fg\\.?|lotissement|lot\\.|r[ée]sidence|r[ée]s\\.|hameau|ham\\.|lieu[- ]?dit|lieudit|clos|cit[ée]|villa|mail|esplanade|promenade|rond[- ]point|traverse|mont[ée]e|c[ôo]te|voie|parvis|domaine|quartier|parc|cour|galerie|rampe|levée|levee|corniche|chauss[ée]e|coul[ée]e|rocade|carrefour|placette|drève|dreve|carraire|draille|mas|carrer|straed|hent|kêr|servitude|zone artisanale|zone industrielle|zone d'activit[ée]s?|z\\.?a\\.?c?\\.?|z\\.?i\\.?"
const numberPart =
  "\\d{1,4}(?: {0,2}(?:bis|ter|quater|quinquies|[a-hA-H](?![\\p{L}'])))?(?: {0,2}(?:[-/&]|à|et) {0,2}\\d{1,4}(?: {0,2}(?:bis|ter|quater|[a-hA-H](?![\\p{L}'])))?)?"
const start = new RegExp(`(?<![\\p{L}\\d]|\\d[.,/-])${numberPart} {0,3},? {0,3}(?:de la |du |de l'|de )?(?:${ways})(?![\\p{L}\\d])`, 'giu')
const place = /\b(?:lieu[- ]?dit|lieudit) {1,3}(?:[«"] ?)?/giu
const phase =
  /(?:lots?|phases?|tranches?|articles?|sections?|zones?|lignes?|bus|titres?|chapitres?|s[ée]quences?|[ée]tapes?|niveaux?|tableaux?|points?|annexes?|pages?|axes?|secteurs?|station|tram(?:way)?|les|des|ces|ses|nos|vos|\+|€)[ :]{1,3}$/iu
const notStreet =
  /^(?:\d|du cgi|du code|(?:de |du |d')?(?:stationnement|parking|livraison|cr[èe]che|voitures?|v[ée]los?|assises?|debout|handicap|pmr|libres?|vacantes?|disponibles?|r[ée]serv|publiques?|priv[ée]|rurale?s?|m[èe]tres?|professeurs?|natation|français|verte?s?|cyclables?|bus|gauche|droite|pour|dans|sur|au |aux |à ))/iu
const postcode = /^(?:F-?)?(?:0[1-9]|[1-8]\d|9[0-8]|2[ab]) ?\d{3}(?!\d)/i
const small = new Set('de du des d la le les l à a au aux en sur sous lès lez les-bas et ar an'.split(' '))
const streetNumber = /^(?:\d{1,2}(?:er|e|ème)?|1[6-9]\d\d|20\d\d)$/
const month = /^(?:janvier|f[ée]vrier|mars|avril|mai|juin|juillet|ao[ûu]t|septembre|octobre|novembre|d[ée]cembre)$/i
const wordPattern = /[\p{L}\d][\p{L}\p{M}\d'-]*\.?/uy

/** Finds postal addresses: a number and a street, or a named place. The postcode and the commune stay: they tell where, not who. */
export function findAddresses(text: string): Match[] {
  const found: Match[] = []
  for (const { 0: head, index } of text.matchAll(start)) {
    const before = text.slice(Math.max(0, index - 16), index)
    const isYear = /^(?:19|20)\d\d /.test(head)
    if (isYear || phase.test(before) || notStreet.test(text.slice(index + head.length).trimStart())) continue
    const end = nameEnd(text, index + head.length)
    if (end === null) continue
    found.push({ start: index, end, kind: 'adresse', confidence: 0.9, reason: 'address.street' })
  }
  for (const { 0: head, index } of text.matchAll(place)) {
    if (!/(?:adresse|domicili|demeur|habit|r[ée]sid|sis|dem\.|^|\n)[^\n]{0,30}$/i.test(text.slice(Math.max(0, index - 45), index))) continue
    const end = nameEnd(text, index + head.length)
    if (end !== null) found.push({ start: index, end, kind: 'adresse', confidence: 0.7, reason: 'address.place' })
  }
  for (const { 0: value, index } of text.matchAll(numbered))
    found.push({ start: index, end: index + value.length, kind: 'adresse', confidence: 0.6, reason: 'address.numbered' })
  for (const match of text.matchAll(labelled)) found.push(...labelledAddress(text, match))
  return found
}

/** A number and the name of a place before a postcode and a commune: « 5 Kerampont, 22300 Lannion ». */
const numbered =
  /(?<=^|[\n:;]\s{0,3}|(?:demeurant|domicilié[e]?|habitant|habite|sise?)(?: au)? )\d{1,4}(?: ?(?:bis|ter|[a-d]))?,? \p{Lu}[\p{L}'-]+(?: [\p{L}'-]+){0,4}(?=[ ,-]{1,4}\d{5} \p{Lu}\p{L})/gu

const labelled =
  /\b(?:adresse(?: (?:postale|compl[èe]te|actuelle|personnelle|du domicile|d'envoi|de facturation))?|domicile|demeurant|domicili[ée]+e?s?(?:\(e\))?|habitant|sise?) {0,3}(?::|à l'adresse|au(?= \d)|à(?= \d)|(?= ?\d)|(?=[A-Z]\p{L}+ \d{5}))(?: {0,3}\n)? {0,3}/giu

/** Reads what follows « adresse : » up to the postcode or the end of the line, when it has a number or a postcode after it. */
function labelledAddress(text: string, { 0: head, index }: RegExpExecArray): Match[] {
  const start = index + head.length
  const line = /^[^\n|;]{0,120}/.exec(text.slice(start, start + 120))![0]
  const code = /[ ,-]{1,4}(?:F-?)?\d{5}(?!\d)/.exec(line)
  const lead = (code ? line.slice(0, code.index) : '').replace(/[\s,.-]+$/, '')
  if (!code || lead.length < 3 || lead.length > 80 || /[@:]/.test(lead)) return []
  if (!/\p{L}{2}/u.test(lead)) return []
  return [{ start, end: start + lead.length, kind: 'adresse', confidence: 0.8, reason: 'address.labelled' }]
}

/** Returns the end of the name of a street that begins at an offset; null when nothing there is a name. */
function nameEnd(text: string, from: number): number | null {
  let at = from
  let end: number | null = null
  let lowerWords = 0
  let lastWord = ''
  let hasName = false
  for (let count = 0; count < 9; count++) {
    const gap = /^(?:[ ]{0,3}(?:[«"] ?)?)/.exec(text.slice(at, at + 6))![0].length
    wordPattern.lastIndex = at + gap
    if (count === 0 && gap === 0 && !/[ .'«"]/.test(text[at - 1] ?? '')) return null
    const word = wordPattern.exec(text)?.[0]
    if (word === undefined || postcode.test(text.slice(at + gap, at + gap + 8))) break
    const bare = word.replace(/\.$/, '')
    const lower = bare.toLowerCase()
    const next = at + gap + word.length
    const isCapital = bare[0] !== lower[0]
    const isSmall = small.has(lower)
    // « rue du Moulin à vent » goes on, « rue du Moulin à Quimper » does not.
    if (hasName && (lower === 'à' || lower === 'a') && /^ \p{Lu}/u.test(text.slice(next, next + 2))) break
    if (isSmall && hasName && lower === 'et' && !/^ \p{Lu}/u.test(text.slice(next, next + 2))) break
    // « rue du 8 mai 1945 » and « rue des 4 vents », but not the amount after « rue des Lilas ».
    const isNumber = streetNumber.test(bare)
    if (isNumber && hasName && !month.test(lastWord) && !small.has(lastWord)) break
    lastWord = lower
    if (!isCapital && !isSmall && !isNumber && !month.test(bare) && !/^(?:d'|l'|n°)/.test(lower)) {
      // A lower-case word is a part of the name only in place of one: « rue des lilas », « rue du moulin à vent ».
      const follows = /(?:\b(?:de|du|des|d'|la|le|les|l'|aux?|à)|[.']) ?$|^$/i.test(text.slice(Math.max(from, at - 4), at + gap).trim())
      if (hasName && !follows) break
      if (++lowerWords > 2 || /^(?:est|et|ou|je|il|elle|nous|vous|dont|qui|que|pour|dans|avec|depuis|car|mais|a|ont|sont|suis|svp|merci)$/.test(lower)) break
    }
    at = next
    if (!isSmall) {
      end = word.endsWith('.') && !/^(?:St|Ste|Dr|Gal|Mal|Cdt|Cap|Pdt|Gén|Col)\.$/i.test(word) && bare.length > 1 ? next - 1 : next
      hasName = true
      if (end < next) break
    }
  }
  return end
}

/** Whether a text has a street with its number. */
export const hasStreet = (text: string): boolean => text.search(start) >= 0
