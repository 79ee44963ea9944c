import type { ExtractedBlock, ExtractedPage } from '../port.ts'

/**
 * Marks the parts of council papers that repeat from one act to the next: receipt stamps of the
 * préfecture, attendance and proxy lists. They are kept for the reader and flagged for the search.
 * Running headers are flagged by the PDF reader, which alone knows where they stand on the page.
 */
export function markBoilerplate(pages: ExtractedPage[]): void {
  let inAttendance = false
  for (const page of pages) {
    page.blocks = page.blocks.flatMap(subjectApart)
    for (const block of page.blocks) {
      if (block.kind === 'table') {
        inAttendance = false
        continue
      }
      if (isReceiptStamp(block.text)) {
        block.boilerplate = true
        continue
      }
      if (startsAttendance(block)) inAttendance = true
      else if (block.kind === 'heading' || SUBJECT.exec(block.text)?.index === 0 || !isNameList(block.text)) inAttendance = false
      if (inAttendance) block.boilerplate = true
    }
  }
}

/** What an act is about, in capitals as often as names are: no stamp nor list of people goes on past it. */
const SUBJECT = /(?<![\p{L}\p{N}'’])objet(?: (?:de la |du |de l['’])(?:présente? )?(?:délibération|décision|arrêté|acte))?\s*:/iu

/** A stamp or a list of people joined by extraction to the subject of the act: the one repeats, the other is what people look for. */
function subjectApart(block: ExtractedBlock): ExtractedBlock[] {
  if (block.kind === 'table' || block.kind === 'heading') return [block]
  const at = SUBJECT.exec(block.text)?.index ?? 0
  const before = block.text.slice(0, at).trim()
  if (before === '' || !(isReceiptStamp(before) || isNameList(before))) return [block]
  return [
    { ...block, text: before },
    { ...block, text: block.text.slice(at) },
  ]
}

const STAMP = new RegExp(
  [
    '^accusé de réception\\b',
    '^(envoyé|reçu|affiché|publié) (en préfecture )?le\\b',
    '^(date|jour) de (réception|télétransmission|transmission|publication|signature)\\b',
    '^(envoi|réception|dépôt)( en)? préfecture\\b',
    '^acte (rendu |certifié )?exécutoire\\b',
    '^certifié exécutoire\\b',
    '^(n° de l.acte|id|identifiant (de télétransmission|unique de l.acte))\\s*:?\\s*\\d{3}-\\d+',
    '^\\d{3}-\\d{9}-\\d{8}-',
  ].join('|'),
  'i',
)

/** « Publié le 3 mai, l'arrêté interdit… »; « Publié le 3 mai, le Maire, Paul DURAND » is signed, as stamps are. */
const SENTENCE =
  /^(?:[Ee]nvoyé|[Rr]eçu|[Aa]ffiché|[Pp]ublié) (?:en [Pp]réfecture )?le\b.{1,40}, (?!l[ea] (?:[Mm]aire|[Pp]résidente?)(?:,|\s*$| certifie(?!\p{L})| \p{Lu}))(?:l'|le |la |les |un |une |ce |cet |cette |il |elle |nous )/u

/** A line of the stamp that the préfecture's receiving system prints on acts. */
export function isReceiptStamp(text: string): boolean {
  const plain = text.replace(/’/g, "'")
  return text.length < 400 && STAMP.test(plain) && !SENTENCE.test(plain) && !SUBJECT.test(text)
}

/** Characters of lines, blanks not counted, nor the lines of a receipt stamp: a scan may bear one as real text. */
export function countWithoutStamps(lines: string[]): number {
  return lines.filter((line) => !isReceiptStamp(line.trim())).reduce((sum, line) => sum + line.replace(/\s/g, '').length, 0)
}

const ATTENDANCE =
  /^(étaient |etaient |membres |conseillers (municipaux )?|sont |élus )?(présents?|présentes?|absents?( ?excusés?)?|excusés?|représentés?|ont donné (pouvoir|procuration)|(pouvoirs?|procurations?)( donnés?)?|votants|absents ayant (donné|voté par) (pouvoir|procuration))\b[^.]{0,140}:/i

function startsAttendance(block: Exclude<ExtractedBlock, { kind: 'table' }>): boolean {
  if (!ATTENDANCE.test(block.text)) return false
  const names = block.text.slice(block.text.indexOf(':') + 1).trim()
  return names === '' || isNameList(names)
}

/** Mostly capitalised words and separators: a list of people, not a sentence. */
export function isNameList(text: string): boolean {
  if (ATTENDANCE.test(text)) return true
  const words = text.match(/[\p{L}’'-]{2,}/gu) ?? []
  if (words.length === 0) return false
  const names = words.filter((word) => /^\p{Lu}/u.test(word) || /^(de|du|la|le|des|et|à|mme|mm|mlle|pouvoir|procuration|donné|ayant)$/i.test(word))
  return names.length / words.length >= 0.85 && (words.length <= 3 || /[,;\n]|\bM(me|\.|M\.)/.test(text))
}
