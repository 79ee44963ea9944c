import type { ExtractedBlock, ExtractedPage } from '../port.ts'

/**
 * Marks the parts of council documents that repeat in each of them: receipt stamps of the préfecture, attendance and proxy lists. They stay readable, but
 * search can ignore them. Running headers are marked by the PDF reader, which knows their position on the page.
 */
export function markBoilerplate(pages: ExtractedPage[]): void {
  let inAttendance = false
  for (const page of pages) {
    page.blocks = page.blocks.flatMap(splitAtSubject)
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

/** Pattern that introduces the subject of a council decision. It ends a stamp or a list of people, because the subject may be in capitals, like names. */
const SUBJECT = /(?<![\p{L}\p{N}'’])objet(?: (?:de la |du |de l['’])(?:présente? )?(?:délibération|décision|arrêté|acte))?\s*:/iu

/** Splits a block where text extraction joined a stamp or a list of people to the subject: only the first is boilerplate. */
function splitAtSubject(block: ExtractedBlock): ExtractedBlock[] {
  if (block.kind === 'table' || block.kind === 'heading') return [block]
  const index = SUBJECT.exec(block.text)?.index ?? 0
  const before = block.text.slice(0, index).trim()
  if (before === '' || !(isReceiptStamp(before) || isNameList(before))) return [block]
  return [
    { ...block, text: before },
    { ...block, text: block.text.slice(index) },
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

/** Pattern of a sentence that begins like a stamp: « Publié le 3 mai, l'arrêté interdit… ». « Publié le 3 mai, le Maire, Paul DURAND » is a signed stamp. */
const SENTENCE =
  /^(?:[Ee]nvoyé|[Rr]eçu|[Aa]ffiché|[Pp]ublié) (?:en [Pp]réfecture )?le\b.{1,40}, (?!l[ea] (?:[Mm]aire|[Pp]résidente?)(?:,|\s*$| certifie(?!\p{L})| \p{Lu}))(?:l'|le |la |les |un |une |ce |cet |cette |il |elle |nous )/u

/** Whether a text is a line of the stamp that the préfecture's receiving system prints on decisions. */
export function isReceiptStamp(text: string): boolean {
  const plainText = text.replace(/’/g, "'")
  return text.length < 400 && STAMP.test(plainText) && !SENTENCE.test(plainText) && !SUBJECT.test(text)
}

/** Counts the characters of lines, without blanks and without receipt stamps, because a scan may have a stamp as real text. */
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

/** Whether a text is a list of people rather than a sentence: mostly capitalised words and separators. */
export function isNameList(text: string): boolean {
  if (ATTENDANCE.test(text)) return true
  const words = text.match(/[\p{L}’'-]{2,}/gu) ?? []
  if (words.length === 0) return false
  const names = words.filter((word) => /^\p{Lu}/u.test(word) || /^(de|du|la|le|des|et|à|mme|mm|mlle|pouvoir|procuration|donné|ayant)$/i.test(word))
  return names.length / words.length >= 0.85 && (words.length <= 3 || /[,;\n]|\bM(me|\.|M\.)/.test(text))
}
