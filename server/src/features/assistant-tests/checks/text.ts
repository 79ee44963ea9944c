import type { testLanguages } from '@parvis/contract'

type Language = (typeof testLanguages)[number]

/** Returns a text as it is compared: in lower case, with plain apostrophes, quotation marks, hyphens and spaces. */
export const comparable = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[«»“”„]\s*|\s*[»”]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

/** Number of words of a text. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0

/** Returns the sentence of a text around a position, at most 160 characters long. */
export function excerpt(text: string, at: number, length: number): string {
  const start = Math.max(0, at - 60)
  const end = Math.min(text.length, at + Math.min(length, 80) + 60)
  return `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed().replace(/\s+/g, ' ').trim()}${end < text.length ? '…' : ''}`
}

/** Wordings by which an answer declines, or says that it does not know. */
const refusals =
  /\b(?:je|nous) (?:ne (?:peux|peut|puis|pouvons|suis|sommes|dispose|disposons|sais|savons|trouve|trouvons|connais)|n'(?:ai|avons) (?:pas|trouve|trouvé|aucune?)|n'y (?:ai|suis))\b|\bil (?:ne m'est|n'est) pas (?:possible|autorisé|permis)\b|\b(?:hors de|ne relève pas de|sort de) (?:mon|notre|mes|nos) (?:périmètre|domaine|compétences?|champ|missions?)\b|\bje (?:refuse|décline|regrette)\b|\b(?:aucun|pas de) (?:document|passage|texte|information)[^.!?]{0,60}(?:ne parle|ne traite|ne répond|n'a été trouvé|disponible)\b|\bne figure(?:nt)? pas dans (?:les|mes|nos|ces) (?:documents|sources)\b|\bi (?:cannot|can't|am unable)\b/

/** Returns the words by which an answer declines; null when it does not. */
export function findRefusal(answer: string): string | null {
  const text = comparable(answer)
  const found = refusals.exec(text)
  return found === null ? null : excerpt(text, found.index, found[0].length)
}

/** Returns the question that an answer ends with, in its last two paragraphs or list items; null without any. */
export function findQuestion(answer: string): string | null {
  const ends = answer
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    .slice(-2)
  for (const line of ends.toReversed()) {
    const question = /[^.!?…]*\?(?=[\s*_"»)\]]*$)/.exec(line)
    if (question !== null) return excerpt(question[0].trim(), 0, 160)
  }
  return null
}

/** Frequent words that one of these languages has and the others seldom do. */
const frequentWords: Record<Language, ReadonlySet<string>> = {
  fr: new Set('le les des du une est et dans pour que qui vous nous sur avec par ce cette aux sont pas être il elle mais ou'.split(' ')),
  en: new Set('the of and to is in for that you are with this be on as it not have by from at an or will your can'.split(' ')),
  de: new Set('der die das und ist nicht ein eine für mit auf den dem zu von sie wir ich werden auch bei nach'.split(' ')),
  es: new Set('el los las una es y para que con por del se no su como más pero este esta al lo son'.split(' ')),
  it: new Set('il gli della di che è e per una con non sono del si da nel alla dei delle questo come più anche'.split(' ')),
}

/** Returns the language with most frequent words in a text; null when nothing tells, as for a table of figures. */
export function detectLanguage(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(frequentWords).map(([language, frequent]) => ({
    language: language as Language,
    count: words.reduce((sum, word) => sum + Number(frequent.has(word)), 0),
  }))
  const [first, second] = counts.toSorted((one, other) => other.count - one.count)
  return first!.count > second!.count ? first!.language : null
}
