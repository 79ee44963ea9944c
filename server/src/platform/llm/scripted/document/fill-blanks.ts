import { readFacts } from '../scripted-examples.ts'
import { createTextAnalysis, plainOf, type TextAnalysis } from '../scripted-text.ts'
import { asText, blocksInScope, replaceBlock, wordsOnly, type DocumentReply, type NumberedBlock, type PromptDocument } from './prompt-document.ts'

const NBSP = '\u00a0'
/** Matches a blank to fill in, with its description: `[À COMPLÉTER : date de la séance]`. */
const BLANK = /\[\s?[ÀA] (?:COMPL[ÉE]TER|PR[ÉE]CISER)(?:\s?:\s?([^\]\n]{1,200}))?\]/giu
const ASKS_TO_FILL = /complet|rempli|a renseigner|blancs?(?![a-z])|champs?(?![a-z])/
/** Matches an order, which is not a value: a message without one may be the value of the only blank. */
const ORDER =
  /^(?:complet|rempli|ajout|insere|redige|ecri|supprim|retire|enleve|remplace|change|modifi|mets|mettez|fais|faites|prepare|continu|poursui|bonjour|merci)/
const MAX_ANSWER = 120

const NAME = String.raw`\p{Lu}[\p{L}’-]{1,40}(?: (?:de |du |des |la |le |Le |La |d’)?\p{Lu}[\p{L}’-]{0,40}){0,4}`
/** Facts beside those of `readFacts`, by name. The value is the first group. */
const MORE_FACTS: Readonly<Record<string, RegExp>> = {
  maire: new RegExp(
    String.raw`(?<!\p{L})(?:maire|présidente?|signataire|rapporteure?|signée? par)(?: (?:est|c’est|sera|s’appelle)|,| ?:)? (?:(?:M\.|Mme) )?(${NAME})`,
    'gu',
  ),
  commune: new RegExp(
    String.raw`(?<!\p{L})(?:[Cc]ommune|[Vv]ille|[Mm]airie) (?:de |d’|du |des )(${NAME})|(?<!\p{L})à (\p{Lu}[\p{L}’-]{2,40}(?:-\p{L}{1,40}){0,4})`,
    'gu',
  ),
  vote: /(à l’unanimité|\d{1,3} (?:voix )?pour(?:[^.\n]{0,60}?(?:contre|abstentions?))?)/giu,
  pourcentage: /(\d{1,3}(?:,\d{1,3})?\s?%)/gu,
  nombre: /(?<![\d,.])(\d{1,6}(?: \d{3}){0,2}) (?=\p{Ll}{3})/gu,
}

/** Names of the facts that fill a blank, by the words of its description, or of what precedes a blank without one. */
const BLANK_KINDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/vote|suffrage|voix|scrutin/, ['vote']],
  [/(?<![a-z])heures?(?![a-z])/, ['heure']],
  [/(?<![a-z])(?:dates?|jour|echeance|a compter)(?![a-z])|(?:^|\s)le\s*$/, ['date']],
  [/taux|pourcentage/, ['pourcentage']],
  [/montant|prix|cout|somme|tarif|(?<![a-z])euros?(?![a-z])/, ['montant']],
  [/commune|ville|collectivite|mairie/, ['commune']],
  [/(?<![a-z])(?:maire|president|presidente|signataire|rapporteur|nom|elu|elue|personne|agent|interlocuteur)(?![a-z])/, ['maire', 'personne']],
  [/telephone/, ['telephone']],
  [/courriel|electronique|e-mail/, ['adresse']],
  [/(?<![a-z])(?:lieu|adresse|rue|place|endroit)(?![a-z])/, ['lieu']],
  [/association|club|organisme/, ['association']],
  [/duree|delai|periode/, ['duree']],
  [/motif|raison|pourquoi/, ['motif']],
  [/nombre|effectif|combien/, ['nombre']],
]

/** Blank of a block. `context`: what it asks for, its description or the words before it. */
type Blank = { block: NumberedBlock; index: number; description: string; context: string }

const blanksOf = (blocks: readonly NumberedBlock[]): Blank[] =>
  blocks.flatMap((block) =>
    [...block.markdown.matchAll(BLANK)].map(({ 1: description, index }) => ({
      block,
      index,
      description: description?.trim() ?? '',
      context: plainOf(description ?? block.markdown.slice(Math.max(0, index - 60), index)),
    })),
  )

const typographic = (text: string): string => text.replaceAll("'", '’')

/** Reads the facts of a message, those of `readFacts` first. */
export const factsOfMessage = (message: string): Map<string, string[]> => {
  const text = typographic(message)
  const facts = readFacts(text)
  for (const [name, pattern] of Object.entries(MORE_FACTS)) {
    const found = [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? '').trim())
    facts.set(name, [...new Set([...(facts.get(name) ?? []), ...found])])
  }
  return facts
}

/** Values that the person names: « Nature du vote : unanimité », « le quorum est atteint par 12 présents ». */
const namedValues = (message: string): { label: string; value: string }[] =>
  typographic(message)
    .split(/\n|;\s|\.\s/)
    .flatMap((clause) => {
      const found =
        /^\s*(?:[-*•]\s)?([^:=\n]{2,80}?)\s?[:=]\s(.{1,300})$/.exec(clause) ??
        /^\s*(?:le |la |les |l’)?(.{2,60}?) (?:est|sont|sera|seront|s’élève à|c’est) (.{1,200})$/i.exec(clause)
      return found === null ? [] : [{ label: found[1]!, value: found[2]!.replace(/[.\s]+$/, '') }]
    })

/** Clauses of a message, whose words tell the fact of one blank from that of another. */
const clausesOf = (message: string): string[] => typographic(message).split(/[.;,\n]\s?| et /)

/** Chooses a value for each blank: facts of its kind, by the words that the blank and the clause share; then values that the person names. */
const chooseValues = (blanks: readonly Blank[], message: string, isUsed: (value: string) => boolean, words: TextAnalysis): Map<string, string> => {
  const facts = factsOfMessage(message)
  const clauses = clausesOf(message)
  const rootsOf = (text: string) => new Set(words.terms(text))
  const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>) => [...left].filter((root) => right.has(root)).length
  // Blanks with one description have one value.
  const keyOf = (blank: Blank) => (blank.description === '' ? positionOf(blank) : plainOf(blank.description))
  const pairs = blanks.flatMap((blank, at) => {
    const kinds = BLANK_KINDS.find(([asks]) => asks.test(blank.context))?.[1] ?? []
    const [own, around] = [rootsOf(blank.context), rootsOf(blank.block.markdown)]
    return kinds.flatMap((kind, rank) =>
      (facts.get(kind) ?? []).flatMap((value, order) => {
        if (isUsed(value)) return []
        const clause = rootsOf(clauses.find((one) => one.includes(value)) ?? '')
        return [{ key: keyOf(blank), value, score: 10 * shared(own, clause) + shared(around, clause) - rank - order / 10 - at / 100 }]
      }),
    )
  })
  const chosen = new Map<string, string>()
  const taken = new Set<string>()
  for (const { key, value } of pairs.toSorted((left, right) => right.score - left.score)) {
    if (chosen.has(key) || taken.has(value)) continue
    chosen.set(key, value)
    taken.add(value)
  }
  for (const { label, value } of namedValues(message)) {
    const named = rootsOf(label)
    const best = blanks.find((blank) => !chosen.has(keyOf(blank)) && shared(rootsOf(blank.context), named) >= Math.max(1, named.size / 2))
    if (best !== undefined) chosen.set(keyOf(best), value)
  }
  const [only] = blanks
  if (chosen.size === 0 && blanks.length === 1 && message.length <= MAX_ANSWER && !ORDER.test(plainOf(message)) && !message.trim().endsWith('?'))
    chosen.set(keyOf(only!), message.trim().replace(/\.$/, ''))
  return new Map(blanks.flatMap((blank) => (chosen.has(keyOf(blank)) ? [[positionOf(blank), chosen.get(keyOf(blank))!] as const] : [])))
}

const positionOf = ({ block, index }: Pick<Blank, 'block' | 'index'>) => `${block.number} ${index}`

const describe = (blanks: readonly Blank[]): string =>
  [...new Set(blanks.map(({ description }) => description || 'un élément sans description'))].slice(0, 8).join(', ')

/**
 * Fills the blanks of a document with the facts of the person's messages. Null when the document has no blank, or when the last message gives no fact for
 * one and does not ask to fill them.
 */
export const fillBlanks = (document: PromptDocument, turns: readonly string[]): DocumentReply | null => {
  const blanks = blanksOf(blocksInScope(document))
  if (blanks.length === 0) return null
  const words = createTextAnalysis()
  const last = turns.at(-1) ?? ''
  const isRequested = ASKS_TO_FILL.test(plainOf(last))
  const text = document.blocks.map(({ markdown }) => markdown).join('\n')
  let values = chooseValues(blanks, last, () => false, words)
  // Facts of earlier messages, unless the document already has them.
  if (values.size === 0 && isRequested) values = chooseValues(blanks, turns.slice(0, -1).join('\n'), (value) => text.includes(value), words)
  if (values.size === 0)
    return isRequested ? wordsOnly(`Dites-moi en une phrase ce qui manque (${describe(blanks)})${NBSP}: je le placerai dans le document.`) : null
  const filled = blanks.filter((blank) => values.has(positionOf(blank)))
  const left = blanks.filter((blank) => !values.has(positionOf(blank)))
  const changes = [...new Set(filled.map(({ block }) => block))].map((block) =>
    replaceBlock(
      block,
      block.markdown.replace(BLANK, (mark, _description, index: number) => {
        const value = values.get(positionOf({ block, index }))
        return value === undefined ? mark : asText(value)
      }),
    ),
  )
  const placed = [...new Set(filled.map((blank) => `${blank.description || 'élément'}${NBSP}: ${values.get(positionOf(blank))!}`))].join(', ')
  return { sentence: `Je complète le document (${placed}).${left.length === 0 ? '' : ` Il manque encore${NBSP}: ${describe(left)}.`}`, changes }
}
