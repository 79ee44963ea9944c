import type { ParagraphForm } from './rich-forms.ts'

/** Patterns of style names, in lower case: those of Word and LibreOffice in French and English, and those of `office-writing`. */
const forms: [RegExp, ParagraphForm][] = [
  [/^(?:parvis )?visas?$/, { kind: 'paragraph', style: 'visa' }],
  [/^(?:parvis )?consid[ée]rants?$/, { kind: 'paragraph', style: 'considerant' }],
  [/^(?:parvis )?articles?$/, { kind: 'paragraph', style: 'article' }],
  [/^(?:intense )?quot(?:e|ations?)$|^citation/, { kind: 'quote' }],
  [/^parvis code$|^html preformatted$|^preformatted text$|^texte préformaté$/, { kind: 'code' }],
]

/** Returns the form of the paragraphs of a named style; null for a style of ordinary text. */
export function formOfStyle(name: string): ParagraphForm | null {
  const lower = name.normalize('NFC').toLowerCase().trim()
  return forms.find(([pattern]) => pattern.test(lower))?.[1] ?? null
}

/** Returns the address of a link if it is a web page or a mail address. */
export function safeLink(address: string | undefined): string | undefined {
  return address !== undefined && address.length <= 2_000 && /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(address) ? address : undefined
}

/** Writes the warnings of what a text to be written in left out. */
export const pendingWarning = (insertions: number, deletions: number): string => {
  const total = insertions + deletions
  const parts = [
    ...(insertions > 0 ? [`${insertions} ${insertions > 1 ? 'insertions gardées' : 'insertion gardée'}`] : []),
    ...(deletions > 0 ? [`${deletions} ${deletions > 1 ? 'suppressions retirées' : 'suppression retirée'}`] : []),
  ]
  return `${total > 1 ? `${total} modifications suivies étaient` : 'Une modification suivie était'} en attente : ${parts.join(', ')}.`
}

export const commentsWarning = (count: number): string => (count > 1 ? `${count} commentaires n’ont pas été repris.` : 'Un commentaire n’a pas été repris.')
