import { documentKindsIn } from './scripted-outlines.ts'

const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre'

/** Facts that can be recognised by their form alone. Every pattern runs in linear time. */
export const PATTERNS: readonly { label: string; pattern: RegExp }[] = [
  {
    label: 'Dates',
    pattern: new RegExp(`\\b(?:\\d{1,2}(?:er)?\\s+(?:${MONTHS})(?:\\s+\\d{4})?|\\d{1,2}/\\d{1,2}/\\d{2,4}|(?:${MONTHS})\\s+\\d{4})`, 'giu'),
  },
  {
    label: 'Montants',
    pattern: /\d[\d.,\p{Zs}]{0,20}(?:k€|M€|€|(?:milliers|millions) d[’']euros|euros?)(?:\p{Zs}+(?:HT|TTC))?/giu,
  },
  { label: 'Pourcentages', pattern: /\d{1,6}(?:,\d{1,6})?\p{Zs}?%/gu },
  {
    label: 'Références',
    pattern:
      /(?<![\p{L}\p{N}])(?:(?:articles?|art\.)\s(?:[LRDA]\s?\*?\.?\s?)?\d[\d-]{0,20}|[LRD]\.\s?\d[\d-]{1,20}|(?:loi|décret|ordonnance|règlement|directive)(?: \p{L}{1,20}){0,2} (?:n°\s?|\((?:UE|CE)\) ?(?:n°\s?)?)\d[\d/-]{0,20}(?:(?<=-) \d{1,6})?|(?:arrêté|circulaire|instruction)(?: \p{L}{1,20}){0,2} du \d{1,2}(?:er)? \p{L}{3,10} \d{4}|code (?:du |de la |de l[’']|des |de |général des |général de la )\p{Ll}{3,20}(?: (?:\p{Ll}{1,3} )?\p{Ll}{3,20}){0,2})/giu,
  },
  {
    label: 'Personnes',
    pattern:
      /(?<![\p{L}])(?:M\.|MM\.|Mme|Mmes|Mlle|Monsieur|Madame|Maître|Me|Dr) (?:(?:le|la) )?(?:\p{Lu}[\p{L}’'-]{1,30}|\p{Lu}\.)(?: (?:de |du |des |Le |La )?\p{Lu}[\p{L}’'-]{1,30}){0,3}/gu,
  },
  { label: 'Adresses', pattern: /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/gu },
  { label: 'Téléphones', pattern: /(?<!\d)0[1-9](?:[ .]?\d\d){4}(?!\d)/gu },
]

const IN_A_MESSAGE = ['Dates', 'Montants', 'Pourcentages', 'Références']

/** Finds facts in a message: dates, amounts, percentages, references (6 of each at most) and kinds of document. Values are as written, on one line. */
export const factsOf = (text: string): { label: string; values: string[] }[] => {
  const found = PATTERNS.filter(({ label }) => IN_A_MESSAGE.includes(label)).map(({ label, pattern }) => ({
    label,
    values: firstOfEach([...text.matchAll(pattern)].map((match) => match[0].replace(/\s*\n\s*/g, ' ').trim())).slice(0, 6),
  }))
  return [...found, { label: 'Document', values: documentKindsIn(text) }].filter(({ values }) => values.length > 0)
}

/** Removes values that differ only by white space: « 22,49 % » and « 22,49% ». */
const firstOfEach = (values: readonly string[]): string[] => {
  const bare = values.map((value) => value.replace(/\s/g, ''))
  return values.filter((_, at) => bare.indexOf(bare[at]!) === at)
}
