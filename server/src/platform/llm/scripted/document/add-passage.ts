import { articlesOf, asText, upperFirst, wordsOnly, type DocumentReply, type NumberedBlock, type PromptDocument } from './prompt-document.ts'

const NBSP = '\u00a0'

const ADDS = /(?<!\p{L})(?:ajoute[rz]?|ins[eè]re[rz]?|insérer|rédige[rz]?|écris|écrivez|écrire|crée[rz]?|mets|mettez|prévois|prévoyez)(?:[ -]moi)?/iu.source
const KINDS = ['article', 'considérant', 'visa', 'paragraphe', 'alinéa', 'phrase', 'mention', 'titre', 'section', 'partie', 'point', 'puce'] as const
type Kind = (typeof KINDS)[number]
/** Matches « ajoute un article sur … », with the kind, how the rest is tied to it, and the rest. */
const REQUEST = new RegExp(
  String.raw`${ADDS} (?:(?:à la fin|au début|aussi|également|ensuite|encore),? )?(?:un|une|le|la|l['’])(?: nouve(?:l|au|lle)| autre| dernier| dernière)? ?(${KINDS.join('|')})s?(?![\p{L}])([^]{0,3000})$`,
  'iu',
)
const AFTER = /,?\s?(?:après|à la suite de) (?:l['’]article (\d{1,4}|1er)|(?:le bloc |le paragraphe )?¶?(\d{1,4}))/iu
const BEFORE = /,?\s?avant (?:l['’]article (\d{1,4}|1er)|(?:le bloc |le paragraphe )?¶?(\d{1,4}))/iu
const PLACES = /,?\s?(?:à la fin|au début|en tête)(?: du (?:document|texte))?/iu
/** Matches what ties a text to its request: « disant que », or « sur » before a subject. */
const SAYS =
  /^\s?(?:disant|qui dit|qui prévoit|prévoyant|précisant|qui précise|indiquant|qui indique|rappelant|qui rappelle|pour (?:dire|préciser|rappeler)|selon lequel|comme quoi)\s(?:que |qu['’])?/iu
const SUBJECT = /^\s?(?:sur|relatif à|relative à|concernant|pour|à propos de|intitulé|intitulée)\s/iu
const TEXT = /^\s?(?::|avec(?: le texte)?\s?:?)\s?/u

/** Splits what a person says of a passage to add: its subject, its text, or both. */
function contentOf(rest: string): { subject: string; text: string } {
  const trimmed = rest.trim()
  const says = SAYS.exec(trimmed)
  if (says !== null) return { subject: '', text: trimmed.slice(says[0].length) }
  const subject = SUBJECT.exec(trimmed)
  const after = trimmed.slice((subject ?? TEXT.exec(trimmed))?.[0].length ?? 0).trim()
  if (subject === null) return { subject: '', text: after }
  // The subject ends at a colon or at the end of its sentence: the rest is what the person says of it.
  const [, head = after, text = ''] = /^(.{1,120}?)(?:\s?:\s|\.\s+)([^]+)$/u.exec(after) ?? []
  return { subject: head.replace(/\.$/, '').trim(), text: text.trim() }
}

const sentenceEnd = (text: string): string => (/[.!?:;,…]$/.test(text) ? text : `${text}.`)
const withoutArticle = (text: string): string => text.replace(/^(?:le |la |les |l['’]|un |une |des )/iu, '')

/** Adds the passage that the message describes, with the person's own words and a blank for what they leave out. Null for another request. */
export const addPassage = (document: PromptDocument, message: string): DocumentReply | null => {
  const request = REQUEST.exec(message.trim())
  if (request === null) return null
  const kind = KINDS.find((one) => one === request[1]!.toLowerCase().normalize('NFC'))!
  const position = AFTER.exec(request[2]!) ?? BEFORE.exec(request[2]!)
  const isFirst = /au début|en tête/iu.test(message)
  const { subject, text } = contentOf(request[2]!.replace(AFTER, '').replace(BEFORE, '').replace(PLACES, '').trim())
  const after = positionFor(document, kind, { position, isBefore: position !== null && !AFTER.test(request[2]!), isFirst })
  if (after === null) return wordsOnly(`Je ne trouve pas où ajouter ce passage${NBSP}: dites après quel article, ou sélectionnez un passage voisin.`)
  const written = writePassage(document, kind, { subject: asText(subject), text: asText(text) })
  const missing = written.includes('[À COMPLÉTER') ? ' Ce qui manque y est marqué [À COMPLÉTER].' : ''
  return { sentence: `J’ajoute ${nameOf(kind)}${subject === '' ? '' : ` sur ${subject}`}.${missing}`, changes: [{ kind: 'insert', after, markdown: written }] }
}

const nameOf = (kind: Kind): string => (['phrase', 'mention', 'section', 'partie', 'puce'].includes(kind) ? `une ${kind}` : `un ${kind}`)

type Wanted = { position: RegExpExecArray | null; isBefore: boolean; isFirst: boolean }

/** Number of the block after which a passage goes; null when the place that the message names does not exist. */
function positionFor({ blocks, selected }: PromptDocument, kind: Kind, { position, isBefore, isFirst }: Wanted): number | null {
  const articles = articlesOf(blocks)
  if (position !== null) {
    const [, label, number] = position
    const article = articles.find((one) => one.label === label?.replace(/^1er$/i, '1'))
    const block = blocks.find((one) => one.number === Number(number))
    const [first, last] = article === undefined ? [block?.number, block?.number] : [article.first, article.last]
    return first === undefined ? null : isBefore ? first - 1 : last!
  }
  if (selected !== null) return Math.max(0, ...selected)
  if (isFirst) return 0
  const lastOf = (pattern: RegExp) => blocks.findLast(({ markdown }) => pattern.test(markdown))?.number
  if (kind === 'visa') return lastOf(/^vu\s/i) ?? blocks.find(({ markdown }) => !markdown.startsWith('#'))?.number ?? blocks.at(-1)?.number ?? 0
  if (kind === 'considérant') return lastOf(/^considérant/i) ?? lastOf(/^vu\s/i) ?? blocks.at(-1)?.number ?? 0
  // A new article comes before the one that ends the act.
  const execution = articles.findLast(({ first }) => /chargée?s? de l[’']exécution/iu.test(markdownOf(blocks, first)))
  if (kind === 'article' && articles.length > 0) return execution === undefined ? articles.at(-1)!.last : execution.last
  const signature = blocks.findIndex(({ markdown }) => /^fait à/i.test(markdown))
  return (signature > 0 ? blocks[signature - 1] : blocks.at(-1))?.number ?? 0
}

const markdownOf = (blocks: readonly NumberedBlock[], number: number): string => blocks.find((block) => block.number === number)?.markdown ?? ''

function writePassage({ blocks }: PromptDocument, kind: Kind, { subject, text }: { subject: string; text: string }): string {
  const blank = (what: string) => `[À COMPLÉTER${NBSP}: ${what}]`
  const body = text === '' ? blank(subject === '' ? `texte de ce passage` : `ce qui est décidé sur ${subject}`) : sentenceEnd(upperFirst(text))
  switch (kind) {
    case 'visa':
      return `Vu ${(text || subject || blank('texte visé')).replace(/^vu /i, '').replace(/[.,]$/, '')},`
    case 'considérant':
      return `Considérant ${/^(?:le|la|les|l['’]|que|qu['’])/i.test(text || subject) ? '' : 'que '}${consideration(text || subject || blank('motif'))},`
    case 'titre':
    case 'section':
    case 'partie':
      return `## ${upperFirst(subject || text || blank('titre'))}${text !== '' && subject !== '' ? `\n\n${body}` : ''}`
    case 'point':
    case 'puce':
      return `- ${text === '' && subject !== '' ? upperFirst(subject) : body}`
    case 'article':
      return writeArticle(blocks, { subject, body })
    default:
      return subject !== '' && text !== '' ? `${upperFirst(subject)}${NBSP}: ${body}` : body
  }
}

const consideration = (text: string): string => {
  const clause = text.replace(/^(?:considérant )/i, '').replace(/[.,]$/, '')
  return /^(?:le|la|les|l['’])/i.test(clause) ? `que ${clause.slice(0, 1).toLowerCase()}${clause.slice(1)}` : clause.slice(0, 1).toLowerCase() + clause.slice(1)
}

/** Writes an article with the next number, in the form of those of the document. */
function writeArticle(blocks: readonly NumberedBlock[], { subject, body }: { subject: string; body: string }): string {
  const articles = articlesOf(blocks)
  const number = 1 + Math.max(0, ...articles.map(({ label }) => Number.parseInt(label, 10) || 0))
  const last = articles.at(-1)
  const title = upperFirst(withoutArticle(subject))
  if (last?.isHeading) return `${last.hashes}Article ${number}${title === '' ? '' : ` – ${title}`}\n\n${body}`
  return `Article ${number}${NBSP}: ${title === '' ? '' : `${title}. `}${body}`
}

const GOES_ON = /^(?:continue[rz]?|poursui[st]|poursuivez|poursuivre|la suite|ecris la suite|finis|termine[rz]?)(?![a-z])/

/**
 * Goes on from the end of a document: the person's words if the message has any, otherwise what an act still lacks, or a blank. Null for another request.
 * @param plain message without accents, in lower case
 */
export const goOn = ({ blocks, kind, selected }: PromptDocument, message: string, plain: string): DocumentReply | null => {
  if (!GOES_ON.test(plain)) return null
  const after = selected === null || selected.size === 0 ? (blocks.at(-1)?.number ?? 0) : Math.max(...selected)
  const body = /^[^:.]{1,60}(?::|\.\s)\s*([^]{3,3000})$/u.exec(message.trim())?.[1]
  const insert = (sentence: string, markdown: string, at = after): DocumentReply => ({ sentence, changes: [{ kind: 'insert', after: at, markdown }] })
  if (body !== undefined) return insert('Je continue avec ce que vous dites.', sentenceEnd(asText(upperFirst(body.trim()))))
  const text = blocks.map(({ markdown }) => markdown).join('\n')
  if (/délibération|arrêté/.test(kind)) {
    if (!/chargée?s? de l[’']exécution/iu.test(text)) {
      const act = kind.startsWith('arr') ? 'du présent arrêté' : 'de la présente délibération'
      const article = writeArticle(blocks, { subject: '', body: `Le maire est chargé de l’exécution ${act}.` })
      return insert('J’ajoute l’article d’exécution.', article, selected === null ? articlesOf(blocks).at(-1)?.last : after)
    }
    if (!/fait à/i.test(text)) return insert('J’ajoute la fin de l’acte.', `Fait à [À COMPLÉTER${NBSP}: commune], le [À COMPLÉTER${NBSP}: date de signature].`)
  }
  return insert('Le modèle de démonstration n’invente pas la suite : il marque sa place.', `[À COMPLÉTER${NBSP}: la suite]`)
}
