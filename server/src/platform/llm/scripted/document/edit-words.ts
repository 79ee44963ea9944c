import { createTextAnalysis } from '../scripted-text.ts'
import {
  articlesOf,
  asText,
  blocksInScope,
  looseSource,
  quote,
  replaceBlock,
  upperFirst,
  wordsOnly,
  type DocumentReply,
  type NumberedBlock,
  type PromptDocument,
  type ReplyChange,
} from './prompt-document.ts'

const NBSP = '\u00a0'

const DELETES = /^(?:[^.]{0,40}? )?(?:supprime[rz]?|retire[rz]?|enl[eè]ve[rz]?|efface[rz]?|[ôo]te[rz]?)\s/iu
const ARTICLE_NUMBERS = /articles?\s((?:\d{1,4}|1er|premier)(?:\s(?:bis|ter))?(?:\s?(?:,|et|à|-|–)\s?\d{1,4}){0,10})/iu
const BLOCK_NUMBERS = /(?:¶|bloc |paragraphe |numéro |n° ?)(\d{1,6})/giu
const QUOTED = /[«"“]\s?([^«»"“”\n]{1,400}?)\s?[»"”]/u
const ABOUT = /(?:sur|concernant|relatif à|relative à|qui parle de|à propos de) (.{2,80}?)[.!]?$/iu

/** Numbers of a list such as « 3, 5 et 7 » or « 3 à 5 ». */
const numbersIn = (text: string): string[] => {
  const range = /^(\d{1,4})\s?(?:à|-|–)\s?(\d{1,4})$/.exec(text.trim())
  if (range === null) return text.split(/\s?(?:,|et)\s?/).map((one) => (/^(?:1er|premier)$/i.test(one) ? '1' : one.trim()))
  const [first, last] = [Number(range[1]), Number(range[2])]
  return Array.from({ length: Math.min(50, Math.max(0, last - first + 1)) }, (_, at) => String(first + at))
}

/** Deletes what the message names: articles, blocks by their number, quoted words, the selection, or the passage about a subject. Null for another request. */
export const deletePassages = (document: PromptDocument, message: string): DocumentReply | null => {
  if (!DELETES.test(message)) return null
  const { blocks, selected } = document
  const deletion = (first: number, last: number): ReplyChange => ({ kind: 'delete', first, last })
  const named = ARTICLE_NUMBERS.exec(message)?.[1]
  const articles = articlesOf(blocks)
  const isLast = /dernier article/i.test(message)
  if (named !== undefined || isLast) {
    const numbers = named === undefined ? [] : numbersIn(named)
    const found = isLast ? articles.slice(-1) : articles.filter(({ label }) => numbers.includes(label))
    if (found.length === 0) return wordsOnly(`Je ne trouve pas cet article dans le document${NBSP}: rien n’est supprimé.`)
    const below = articles.some(({ first }) => first > found.at(-1)!.last)
    return {
      sentence: `Je supprime ${found.map(({ label }) => `l’article ${label}`).join(' et ')}.${below ? ' Les articles qui suivent gardent leur numéro.' : ''}`,
      changes: found.map(({ first, last }) => deletion(first, last)),
    }
  }
  const quotedWords = QUOTED.exec(message)?.[1]
  if (quotedWords !== undefined) return substitute(document, quotedWords, '')
  const numbers = [...message.matchAll(BLOCK_NUMBERS)].map(([, number]) => Number(number)).filter((number) => blocks.some((block) => block.number === number))
  if (numbers.length > 0) return { sentence: 'Je supprime ce passage.', changes: numbers.map((number) => deletion(number, number)) }
  const about = ABOUT.exec(message)?.[1]
  const passage = about === undefined ? undefined : passageAbout(blocksInScope(document), about)
  if (passage !== undefined) return { sentence: `Je supprime le passage sur ${about}.`, changes: [deletion(passage.number, passage.number)] }
  if (selected !== null && selected.size > 0)
    return { sentence: 'Je supprime ce que vous avez sélectionné.', changes: [...selected].map((number) => deletion(number, number)) }
  return wordsOnly(`Dites-moi quoi supprimer${NBSP}: un article par son numéro, un texte entre guillemets, ou le passage que vous aurez sélectionné.`)
}

/** Block that has the most roots of a subject, when it has them all. */
const passageAbout = (blocks: readonly NumberedBlock[], subject: string): NumberedBlock | undefined => {
  const words = createTextAnalysis()
  const wanted = new Set(words.terms(subject))
  return wanted.size === 0 ? undefined : blocks.find(({ markdown }) => wanted.isSubsetOf(new Set(words.terms(markdown))))
}

const VALUE = String.raw`\d[\d.,\p{Zs}]{0,20}(?:k€|M€|€|euros?|%)(?:\p{Zs}(?:HT|TTC))?|\d{1,2}(?:er)? \p{L}{3,9}(?: \d{4})?|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}\s?h(?:\s?\d{2})?|\d{1,4} (?:ans?|mois|jours?|semaines?|heures?)`
const KINDS_OF_VALUES: readonly RegExp[] = [
  /\d[\d.,\p{Zs}]{0,20}(?:k€|M€|€|euros?)(?:\p{Zs}(?:HT|TTC))?/u,
  /\d{1,3}(?:,\d{1,3})?\p{Zs}?%/u,
  /\d{1,2}(?:er)? (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)(?: \d{4})?|\d{1,2}\/\d{1,2}\/\d{2,4}/iu,
  /(?<!\d)\d{1,2}\s?h(?!\p{L})(?:\s?\d{2})?/u,
  /(?:\d{1,4}|une?|deux|trois|quatre|cinq|six|huit|dix|douze) (?:ans?|mois|jours?|semaines?|heures?)(?!\p{L})/iu,
]
const SETS = String.raw`(?:change[rz]?|réécris|réécrivez|réécrire|modifie[rz]?|passe[rz]?|porte[rz]?|fixe[rz]?|mets|mettez|remplace[rz]?|corrige[rz]?)`
const FROM_TO = new RegExp(String.raw`${SETS}[^.\n]{0,80}? de (${VALUE}) (?:à|en) (${VALUE})`, 'iu')
/** Matches a new text for an article: « remplace l’article 3 par : … », « modifie l’article 3 pour dire que … ». */
const NEW_ARTICLE = new RegExp(
  String.raw`${SETS} (?:le texte de )?l['’]article (\d{1,4}|1er|premier) ?(?:par(?: le texte)?\s?:?|:|pour (?:dire|préciser|prévoir) (?:que|qu['’])) ?([^]{1,2000})$`,
  'iu',
)
const INSTEAD = /(?:mets|mettez|écris|écrivez|metre|mettre) (.{1,200}?) (?:à la place d[eu]|au lieu d[eu]) (.{1,200})$/iu
const REPLACES =
  /(?:remplace[rz]?|change[rz]?|modifie[rz]?|corrige[rz]?) (.{1,300}?) (?:par|en) (.{1,300}?)(?:,? (?:et|puis) ((?:complète|remplace|change|supprime|ajoute|mets|indique|passe|retire)(?:[rz])? .*))?$/isu
const SETS_VALUE = new RegExp(String.raw`${SETS} (.{2,80}?) (?:à|au|en|pour|sur) (?:le )?(${VALUE})`, 'iu')

/** Removes what surrounds the words that a message names: quotation marks, and the passage where they are. */
const bare = (text: string): string =>
  text
    .replace(/^(?:dans (?:tout )?(?:le document|le texte|l['’]article \d{1,4}|ce passage),? )/iu, '')
    .replace(/,? (?:dans (?:tout )?(?:le document|le texte|l['’]article \d{1,4}|ce passage)|partout)[.!]?$/iu, '')
    .replace(/^(?:le mot|les mots|la phrase|l['’]expression|le texte) (?=[«"“])/iu, '')
    .trim()
    .replace(/^[«"“]\s?|\s?[»"”]$/g, '')
    .trim()

/** Changes words: « remplace X par Y », « passe le tarif de 12 € à 15 € », « passe le tarif à 15 € ». Null for another request. */
export const replaceWords = (document: PromptDocument, message: string): DocumentReply | null => {
  const ended = message.trim().replace(/(?<!\.)\.$/, '')
  const [, rewritten, text] = NEW_ARTICLE.exec(ended) ?? []
  if (rewritten !== undefined) return rewriteArticle(document, rewritten, bare(text!))
  const article = ARTICLE_NUMBERS.exec(ended)?.[1]
  const scoped = article === undefined ? document : withinArticle(document, article)
  const [, from, to] = FROM_TO.exec(ended) ?? []
  if (from !== undefined) return substitute(scoped, from, to!)
  const instead = INSTEAD.exec(ended)
  if (instead !== null) return substitute(scoped, bare(instead[2]!), bare(instead[1]!))
  const replaced = REPLACES.exec(ended)
  if (replaced !== null) {
    const { sentence, changes } = substitute(scoped, bare(replaced[1]!), bare(replaced[2]!))
    const rest = replaced[3] === undefined ? '' : ` Je n’ai pas fait la suite de votre demande, ${quote(replaced[3].trim())}${NBSP}: demandez-la à part.`
    return { sentence: `${sentence}${rest}`, changes }
  }
  const [, subject, value] = SETS_VALUE.exec(ended) ?? []
  return subject === undefined ? null : setValue(scoped, subject, value!)
}

/** Gives an article a new text, after its own heading. */
function rewriteArticle(document: PromptDocument, label: string, text: string): DocumentReply {
  const article = articlesOf(document.blocks).find((one) => numbersIn(label).includes(one.label))
  if (article === undefined) return wordsOnly(`Je ne trouve pas cet article dans le document${NBSP}: rien ne change.`)
  const block = document.blocks.find(({ number }) => number === article.first)!
  const written = asText(upperFirst(text))
  const body = article.isHeading
    ? `${block.markdown}\n\n${written}.`
    : `${/^[^:–—-]{1,60}?[:–—-]\s?/u.exec(block.markdown)?.[0] ?? `Article ${article.label}${NBSP}: `}${written}.`
  return { sentence: `Je réécris l’article ${article.label}.`, changes: [{ kind: 'replace', first: article.first, last: article.last, markdown: body }] }
}

function withinArticle(document: PromptDocument, label: string): PromptDocument {
  const article = articlesOf(document.blocks).find((one) => numbersIn(label).includes(one.label))
  if (article === undefined) return document
  return { ...document, blocks: document.blocks.filter(({ number }) => number >= article.first && number <= article.last) }
}

/** Replaces words in every block that has them, whatever the typography of apostrophes and spaces. A block left without a word is deleted. */
function substitute(document: PromptDocument, from: string, to: string): DocumentReply {
  if (from === '') return wordsOnly(`Dites-moi quels mots changer, entre guillemets${NBSP}: «${NBSP}remplace «…» par «…»${NBSP}».`)
  const source = String.raw`(?<![\p{L}\p{N}])${looseSource(asText(from))}(?![\p{L}\p{N}])`
  const scope = blocksInScope(document)
  const exact = new RegExp(source, 'gu')
  // Each pattern is global: `search` ignores the position of its last match.
  const pattern = scope.some(({ markdown }) => markdown.search(exact) !== -1) ? exact : new RegExp(source, 'giu')
  const changes = scope.flatMap((block): ReplyChange[] => {
    if (block.markdown.search(pattern) === -1) return []
    const markdown = block.markdown.replace(pattern, () => asText(to))
    if (!/[\p{L}\p{N}]/u.test(markdown)) return [{ kind: 'delete', first: block.number, last: block.number }]
    return [replaceBlock(block, markdown.replace(/ {2,}/g, ' '))]
  })
  if (changes.length === 0)
    return wordsOnly(`Je ne trouve pas ${quote(from)} dans ${document.selected === null ? 'le document' : 'la sélection'}${NBSP}: rien ne change.`)
  const places = changes.length === 1 ? 'dans un passage' : `dans ${changes.length} passages`
  return { sentence: to === '' ? `Je retire ${quote(from)} ${places}.` : `Je remplace ${quote(from)} par ${quote(to)} ${places}.`, changes }
}

/** Replaces the only value of this kind (amount, date, duration…) in the block that speaks most of a subject. */
function setValue(document: PromptDocument, subject: string, value: string): DocumentReply | null {
  const kind = KINDS_OF_VALUES.find((pattern) => pattern.test(value))
  if (kind === undefined) return null
  const words = createTextAnalysis()
  const wanted = new Set(words.terms(subject))
  const scored = blocksInScope(document)
    .filter(({ markdown }) => [...markdown.matchAll(new RegExp(kind, 'giu'))].length === 1)
    .map((block) => ({ block, score: wanted.intersection(new Set(words.terms(block.markdown))).size }))
    .toSorted((left, right) => right.score - left.score)
  const [best, second] = scored
  if (best === undefined || best.score === 0 || best.score === second?.score)
    return wordsOnly(`Dites-moi quelle valeur remplacer, par exemple${NBSP}: «${NBSP}remplace 12 € par ${value}${NBSP}».`)
  const former = kind.exec(best.block.markdown)![0].trim()
  return substitute({ ...document, blocks: [best.block] }, former, value.trim())
}
