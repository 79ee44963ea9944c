import { plainOf } from './scripted-text.ts'

/** Answer prepared for one question, in Markdown. A slot `{{fact|description}}` is filled with a fact given by the person. */
export type ScriptedExample = { starter: string; text: string }

const NBSP = '\u00a0'
const SLOT = /\{\{(\w+)\|([^}]*)\}\}/g
/** Share of the words of a starter that a message must contain to be the same request. */
const MIN_OVERLAP = 0.8

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

const NAME = String.raw`\p{Lu}[\p{L}’'-]*(?:[ -](?:(?:sur|sous|en|lès|les|le|la|de|du|des|d’|l’)[ -]?)*\p{Lu}[\p{L}’'-]*)*`
const known = (label: string): RegExp => PATTERNS.find((pattern) => pattern.label === label)!.pattern

/** Facts by the name of their slot. The value is the first group of the pattern, or else the whole match; a slot `fact2` takes the second value. */
const FACTS: Readonly<Record<string, { label: string; pattern: RegExp; format?: (value: string) => string }>> = {
  collectivite: {
    label: 'collectivité',
    pattern: new RegExp(
      String.raw`(?<![\p{L}])((?:[Cc]ommune|[Vv]ille|[Mm]airie|[Cc]ommunauté de communes|[Cc]ommunauté d’agglomération|[Mm]étropole|[Dd]épartement|[Rr]égion|[Ss]yndicat) (?:de |d’|du |des )?(?:la |le |les |l’)?${NAME})`,
      'gu',
    ),
    format: (value) => value.slice(0, 1).toUpperCase() + value.slice(1),
  },
  commune: { label: 'commune', pattern: new RegExp(String.raw`(?:[Cc]ommune|[Vv]ille|[Mm]airie) (?:de |d’|du |des )(${NAME})`, 'gu') },
  date: { label: 'date', pattern: known('Dates') },
  heure: { label: 'heure', pattern: /(?<![\d,.])((?:[01]?\d|2[0-3]) ?(?:h(?:eures?)?)(?: ?[0-5]\d)?)(?!\p{L})/gu },
  montant: { label: 'montant', pattern: known('Montants') },
  maire: { label: 'maire', pattern: new RegExp(String.raw`(?<![\p{L}])[Mm]aire(?: est | s’appelle |\s?: |, | )(${NAME})`, 'gu') },
  personne: { label: 'personne', pattern: known('Personnes') },
  association: {
    label: 'association',
    pattern: new RegExp(
      String.raw`(?:l’)?((?:association|amicale|comité des fêtes|club|collectif)(?: «[^»\n]{2,60}»| (?:de |d’|du |des |les |la |le |l’)*${NAME})?)`,
      'gu',
    ),
    format: (value) => (/^(?:association|amicale)/.test(value) ? `l’${value}` : `le ${value}`),
  },
  lieu: {
    label: 'lieu',
    pattern:
      /(?<![\p{L}])((?:\d{1,4}(?: bis| ter)?,? )?(?:rue|place|avenue|boulevard|chemin|allée|impasse|quai|square|esplanade) [\p{L}’' -]{2,50}?)(?=\s(?:le|la|du|de \d|à|entre|pour|pendant|avec|sera|est)\s|[,.;:!?\n(]|$)/gu,
  },
  duree: { label: 'durée', pattern: /(?<![\p{L}\d])((?:\d{1,2}|un|une|deux|trois|quatre|cinq|six|dix|douze) (?:ans?|années?|mois))(?!\p{L})/gu },
  telephone: { label: 'téléphone', pattern: known('Téléphones') },
  adresse: { label: 'adresse électronique', pattern: known('Adresses') },
  domaine: { label: 'domaine', pattern: /(?:domaine|chargée? |déléguée? )(?:\s?:\s?|de la |des |de l’|du |de |à la |aux |à l’|à )([^.;,\n]{3,80})/gu },
  motif: { label: 'motif', pattern: /(?:parce que |parce qu’|car |motif\s?:\s?)([^.;\n]{3,120})/gu },
  projet: { label: 'projet', pattern: /(?<![\p{L}])projet (?:de |d’|:\s?)([^.;,\n]{3,80})/gu },
}
/** Facts without a slot, listed after the document. */
const OTHER_LABELS = ['Pourcentages', 'Références']

/** Names of a commune as « La commune est Lannec » or « Commune : Lannec », read as « commune de Lannec ». */
const NAMED_PLACE = /(?<![\p{L}])([Cc]ommune|[Vv]ille|[Mm]airie)(?: est | s’appelle |\s?: )(?=(\p{Lu}))/gu

const wordsOf = (text: string): string[] => plainOf(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Finds the example whose starter shares the most words with a message; undefined below `MIN_OVERLAP`. */
const exampleFor = (message: string, examples: readonly ScriptedExample[]): ScriptedExample | undefined => {
  const words = new Set(wordsOf(message))
  const overlaps = examples.map(({ starter }) => {
    const asked = wordsOf(starter)
    return asked.filter((word) => words.has(word)).length / asked.length
  })
  const best = Math.max(0, ...overlaps)
  return best >= MIN_OVERLAP ? examples[overlaps.indexOf(best)] : undefined
}

const valuesOf = (text: string, pattern: RegExp, format: (value: string) => string = (value) => value): string[] => {
  const values = [...text.matchAll(pattern)].map((match) => format((match[1] ?? match[0]).replace(/\s+/g, ' ').trim()))
  return [...new Set(values)]
}

/** Reads the facts of `FACTS` in a text: the values by the name of the fact, in order, once each. */
export const readFacts = (text: string): Map<string, string[]> => {
  // Keyboards type straight apostrophes; the patterns have typographic ones.
  const typographic = text
    .replaceAll("'", '’')
    .replace(NAMED_PLACE, (_told, kind: string, initial: string) => `${kind} ${/[AEIOUYÉÈÊÎ]/.test(initial) ? 'd’' : 'de '}`)
  return new Map(Object.entries(FACTS).map(([name, { pattern, format }]) => [name, valuesOf(typographic, pattern, format)]))
}

const hasFacts = (text: string): boolean => [...readFacts(text).values()].some((values) => values.length > 0)

/** Prepared document with the facts of the person. `missing`: descriptions of the blanks left; `unplaced`: list of the facts without a slot, or ''. */
type FilledExample = { document: string; isFilled: boolean; missing: ReadonlySet<string>; unplaced: string }

/**
 * Fills the prepared document (letter, note…) that the conversation requests. The last turn that matches a document of `examples` chooses it; the facts
 * found in all turns (names, dates, amounts) fill its blanks. Null when no turn matches, or when the turns after the match give no new fact.
 */
export const fillExample = (turns: readonly string[], examples: readonly ScriptedExample[]): FilledExample | null => {
  const at = turns.findLastIndex((turn) => exampleFor(turn, examples) !== undefined)
  if (at === -1 || turns.slice(at + 1).some((turn) => !hasFacts(turn))) return null
  const { starter, text } = exampleFor(turns[at]!, examples)!
  const personText = turns.join('\n').replaceAll(starter, '')
  const facts = readFacts(personText)
  const placed = new Map<string, string>()
  const missing = new Set<string>()
  const document = text.replace(SLOT, (_slot, name: string, description: string) => {
    const [, fact = name, nth = '1'] = /^(\D+)(\d)$/.exec(name) ?? []
    const value = facts.get(fact)?.[Number(nth) - 1]
    if (value === undefined) {
      missing.add(description)
      return `[À COMPLÉTER${NBSP}: ${description}]`
    }
    placed.set(value, FACTS[fact]!.label)
    return value
  })
  return { document, isFilled: placed.size > 0, missing, unplaced: unplacedList(personText, facts, document) }
}

/** Composes the reply that gives the prepared document of the conversation, filled as `fillExample` does; null when there is none. */
export const composeExample = (turns: readonly string[], examples: readonly ScriptedExample[]): string | null => {
  const filled = fillExample(turns, examples)
  if (filled === null) return null
  return [
    `*Exemple écrit d’avance${NBSP}: le modèle de démonstration n’est pas un modèle de langage. ${filled.isFilled ? 'Vos éléments y sont placés.' : 'Donnez vos éléments, ils y seront placés.'}*`,
    filled.document,
    filled.unplaced,
    closing(filled.missing),
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

/** Lists the facts that are missing from the document, so that none is lost. */
const unplacedList = (told: string, facts: ReadonlyMap<string, string[]>, document: string): string => {
  const others = OTHER_LABELS.flatMap((label) => valuesOf(told, known(label)).map((value) => ({ label: label.slice(0, -1).toLowerCase(), value })))
  const all = [...facts].flatMap(([name, values]) => values.map((value) => ({ label: FACTS[name]!.label, value }))).concat(others)
  const unplaced = all.filter(({ value }) => !document.includes(value))
  return unplaced.length === 0
    ? ''
    : `### Vos autres éléments, à intégrer\n\n${unplaced.map(({ label, value }) => `- **${label}**${NBSP}: ${value}`).join('\n')}`
}

const closing = (missing: ReadonlySet<string>): string =>
  missing.size === 0
    ? 'Tout ce que vous avez donné est placé. « Changer la forme » le raccourcit ou le met en tableau, « Exporter » en fait un document.'
    : `Donnez-moi en une phrase ce qui manque (${[...missing].join(', ')})${NBSP}: je le placerai. « Changer la forme » raccourcit ce texte ou le met en tableau.`

const IN_A_MESSAGE = ['Dates', 'Montants', 'Pourcentages', 'Références']

/** Finds facts in a message: dates, amounts, percentages, references (6 of each at most). Values are as written, on one line. */
export const factsOf = (text: string): { label: string; values: string[] }[] =>
  IN_A_MESSAGE.map((label) => {
    const values = [...text.matchAll(known(label))].map((match) => match[0].replace(/\s*\n\s*/g, ' ').trim())
    return { label, values: firstOfEach(values).slice(0, 6) }
  }).filter(({ values }) => values.length > 0)

/** Removes values that differ only by white space: « 22,49 % » and « 22,49% ». */
const firstOfEach = (values: readonly string[]): string[] => {
  const bare = values.map((value) => value.replace(/\s/g, ''))
  return values.filter((_, at) => bare.indexOf(bare[at]!) === at)
}
