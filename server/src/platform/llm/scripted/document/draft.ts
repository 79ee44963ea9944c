import { fillExample, PATTERNS, type ScriptedExample } from '../scripted-examples.ts'
import { sentencesOf } from '../scripted-text.ts'
import { factsOfMessage } from './fill-blanks.ts'
import { asText, lowerFirst, upperFirst, wordsOnly, type DocumentReply, type PromptDocument } from './prompt-document.ts'

const NBSP = '\u00a0'

const WRITES =
  /(?:rédige[rz]?|rédaction|écris|écrivez|écrire|prépare[rz]?|fais|faites|faire|propose[rz]?|crée[rz]?|établi[rst]|établissez|il (?:me |nous )?faut|je (?:veux|voudrais|souhaite)|j[’']ai besoin)/iu
    .source
const NOUN = '(?:délibération|arrêté|courrier|lettre|note(?: de synthèse)?|compte[- ]rendu|procès-verbal|projet|document|texte|acte)'
/** Matches « rédige une délibération pour … », with the object of the document. */
const REQUEST = new RegExp(
  String.raw`${WRITES}(?:[ -](?:moi|nous))?[^.:\n]{0,60}?${NOUN}(?: (?:municipale?|du conseil(?: municipal| communautaire)?|du maire|administrative?))*(?:\s(?:pour|sur|relative? (?:à|au|aux)|concernant|portant(?: sur)?|qui|d[eu]|d[’']|afin d[eu]|afin d[’'])\s?|\s?:\s)?([^]*)$`,
  'iu',
)
const BARE_OBJECT = new RegExp(
  String.raw`^(?:un |une |la |le |l[’'])?(?:projet de )?${NOUN}\s(?:pour|sur|relative? (?:à|au|aux)|concernant|portant(?: sur)?)\s([^]*)$`,
  'iu',
)
/** Matches a sentence that tells of the meeting or of the signature, for the blanks of the document rather than its reasons. */
const ABOUT_MEETING =
  /(?:^|[^\p{L}])(?:séance|se réunit|réuni[es]?|réunion du conseil|(?:le |la )?maire (?:est|s[’']appelle|:|,)|vote[sz]?|unanimité|(?:la |notre )?(?:commune|ville) (?:est|s[’']appelle|:))(?![\p{L}])/iu
const DECIDES =
  /^(?:le conseil|l[’']assemblée|la commune|on|nous)\s(?:[\p{L}]{1,12}\s)?(?:décid|autoris|approuv|accord|attribu|vot|fix|cré|achèt|adopt|institu|donn)/iu
const POLITE = /^(?:bonjour|bonsoir|merci|s[’']il (?:vous|te) pla[iî]t|cordialement)[\s,.!]*/iu
const INFINITIVE = /^\p{Ll}{2,20}(?:er|ir|re)(?=\s)/u
const DETERMINER = /^(?:le|la|les|l[’']|un|une|des|du)(?=\s|[’'])/iu
const VOWEL = /^[aeiouyhàâéèêëîïôù]/iu

type Assembly = { name: string; head: string; isCommune: boolean }
const ASSEMBLIES: readonly (readonly [RegExp, string, string])[] = [
  [/communauté (?:de communes|d[’']agglomération)|métropole|conseil communautaire/i, 'Le conseil communautaire', 'Le président'],
  [/conseil départemental|département/i, 'Le conseil départemental', 'Le président'],
  [/conseil régional|région(?!al)/i, 'Le conseil régional', 'Le président'],
  [/syndicat|comité syndical/i, 'Le comité syndical', 'Le président'],
]

const assemblyOf = (text: string): Assembly => {
  const found = ASSEMBLIES.find(([named]) => named.test(text))
  return found === undefined
    ? { name: 'Le conseil municipal', head: /(?:la|Mme la|madame la) maire(?!\p{L})/iu.test(text) ? 'La maire' : 'Le maire', isCommune: true }
    : { name: found[1], head: found[2], isCommune: false }
}

const blank = (what: string): string => `[À COMPLÉTER${NBSP}: ${what}]`
const withoutEnd = (text: string): string => text.trim().replace(/[.,;:!\s]+$/, '')

/** What a person tells of a document to write. */
type Brief = {
  /** What it is about; '' when the message does not say. */
  object: string
  /** Sentences that give a reason or a fact. */
  reasons: readonly string[]
  /** Sentences that say what is decided. */
  decisions: readonly string[]
  assembly: Assembly
  text: string
}

function readBrief(message: string): Brief {
  const text = message.replaceAll("'", '’')
  let object = ''
  const reasons: string[] = []
  const decisions: string[] = []
  for (const sentence of sentencesOf(text.replace(POLITE, ''))) {
    const request = REQUEST.exec(sentence) ?? BARE_OBJECT.exec(sentence)
    if (request !== null && object === '') object = withoutEnd(request[1] ?? '')
    else if (request === null && POLITE.test(sentence)) continue
    else if (DECIDES.test(sentence)) decisions.push(withoutEnd(sentence))
    else if (!ABOUT_MEETING.test(sentence)) reasons.push(withoutEnd(sentence))
  }
  return { object, reasons, decisions, assembly: assemblyOf(text), text }
}

/** Facts of a message in the slots of a document, or their blanks. */
function slotsOf(text: string) {
  const facts = factsOfMessage(text)
  const first = (name: string) => facts.get(name)?.[0]
  const meeting = sentencesOf(text).find((sentence) => ABOUT_MEETING.test(sentence)) ?? ''
  const session = factsOfMessage(meeting).get('date')?.[0]
  return {
    commune: first('commune') ?? blank('commune'),
    session: session ?? blank('date de la séance'),
    head: first('maire') ?? blank('nom du signataire'),
    vote: upperFirst(first('vote') ?? blank('vote')),
    amount: first('montant'),
    references: [...text.matchAll(PATTERNS.find(({ label }) => label === 'Références')!.pattern)].map(([found]) => found.trim()),
  }
}

const decisionOf = ({ object, assembly }: Brief, verb: string): string => {
  if (object === '') return `${assembly.name} ${verb} ${blank('ce qui est décidé')}.`
  if (INFINITIVE.test(object)) return `${assembly.name} décide ${VOWEL.test(object) ? 'd’' : 'de '}${asText(object)}.`
  return `${assembly.name} ${verb} ${DETERMINER.test(object) ? '' : 'ce qui suit : '}${asText(lowerFirst(object))}.`
}

const numbered = (articles: readonly string[]): string[] => articles.map((text, at) => `Article ${at + 1}${NBSP}: ${text}`)
const because = (sentence: string): string => `Considérant ${VOWEL.test(sentence) ? 'qu’' : 'que '}${asText(lowerFirst(sentence))},`

function deliberation(brief: Brief): string[] {
  const slots = slotsOf(brief.text)
  const { assembly, reasons, decisions, object } = brief
  return [
    `# Délibération`,
    `**Objet${NBSP}:** ${object === '' ? blank('objet') : asText(upperFirst(object))}`,
    `Commune${NBSP}: ${slots.commune}`,
    `Séance du ${slots.session}`,
    assembly.isCommune
      ? 'Vu le code général des collectivités territoriales, notamment son article L. 2121-29,'
      : `Vu ${blank('texte qui donne compétence à l’assemblée')},`,
    ...slots.references.filter((reference) => !/2121-29/.test(reference)).map((reference) => `Vu ${asText(reference)},`),
    ...(reasons.length === 0 ? [`Considérant ${blank('motif de la décision')},`] : reasons.map(because)),
    'Après en avoir délibéré,',
    ...numbered([
      decisionOf(brief, 'approuve'),
      ...decisions.map((decision) => `${asText(upperFirst(decision))}.`),
      ...(slots.amount === undefined ? [] : [`La dépense, d’un montant de ${slots.amount}, est inscrite au budget (${blank('budget et chapitre')}).`]),
      `${assembly.head} est chargé${assembly.head.startsWith('La') ? 'e' : ''} de l’exécution de la présente délibération.`,
    ]),
    `Vote${NBSP}: ${slots.vote}`,
    `Fait à ${slots.commune}, le ${blank('date de signature')}.`,
    `${assembly.head}, ${slots.head}`,
  ]
}

function order(brief: Brief): string[] {
  const slots = slotsOf(brief.text)
  const { assembly, reasons, decisions, object } = brief
  return [
    '# Arrêté',
    `**Objet${NBSP}:** ${object === '' ? blank('objet') : asText(upperFirst(object))}`,
    `${assembly.head} de ${slots.commune},`,
    `Vu ${blank('texte qui donne compétence')},`,
    ...slots.references.map((reference) => `Vu ${asText(reference)},`),
    ...(reasons.length === 0 ? [`Considérant ${blank('motif de la décision')},`] : reasons.map(because)),
    'Arrête :',
    ...numbered([
      object === ''
        ? blank('ce qui est décidé')
        : `${INFINITIVE.test(object) ? `Il est décidé ${VOWEL.test(object) ? 'd’' : 'de '}${asText(object)}` : asText(upperFirst(object))}.`,
      ...decisions.map((decision) => `${asText(upperFirst(decision))}.`),
      `${assembly.head} est chargé${assembly.head.startsWith('La') ? 'e' : ''} de l’exécution du présent arrêté.`,
    ]),
    `Fait à ${slots.commune}, le ${blank('date de signature')}.`,
    `${assembly.head}, ${slots.head}`,
  ]
}

/** Matches the person that a letter is to, before its object. */
const ADDRESSEE = /^(?:à|aux?)\s[^,]{1,60}?\s(?:pour|sur|concernant)\s/iu

function letter({ object: request, reasons, decisions, text }: Brief): string[] {
  const object = request.replace(ADDRESSEE, '')
  const slots = slotsOf(text)
  const sentences = [...reasons, ...decisions]
  return [
    `**Objet${NBSP}:** ${object === '' ? blank('objet') : asText(upperFirst(object))}`,
    'Madame, Monsieur,',
    ...(sentences.length === 0 ? [blank('ce que vous voulez dire')] : sentences.map((sentence) => `${asText(upperFirst(sentence))}.`)),
    'Je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.',
    slots.head === blank('nom du signataire') ? slots.head : `Le maire, ${slots.head}`,
  ]
}

function note({ title, kind }: PromptDocument, { object, reasons, decisions }: Brief): string[] {
  const sentences = [...reasons, ...decisions]
  return [
    `# ${object === '' ? asText(title) : asText(upperFirst(object))}`,
    `## ${kind === 'compte rendu' ? 'Ce qui a été dit' : 'Ce qu’il faut savoir'}`,
    ...(sentences.length === 0 ? [blank('les faits')] : sentences.map((sentence) => `${asText(upperFirst(sentence))}.`)),
    `## ${kind === 'compte rendu' ? 'Ce qui a été décidé' : 'Ce qui est proposé'}`,
    blank(kind === 'compte rendu' ? 'décisions' : 'proposition'),
  ]
}

const NAMED_KINDS: readonly (readonly [RegExp, string])[] = [
  [/délibération/i, 'délibération'],
  [/(?:un |l[’'])arrêté/i, 'arrêté'],
  [/courrier|lettre/i, 'courrier'],
  [/(?:une|la) note/i, 'note'],
]

const kindOf = (kind: string, message: string): 'deliberation' | 'order' | 'letter' | 'note' => {
  const named = NAMED_KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? kind
  return named === 'délibération' ? 'deliberation' : named === 'arrêté' ? 'order' : named === 'courrier' ? 'letter' : 'note'
}

/**
 * Writes an empty document from what the person tells: the prepared example that they ask for, or the parts of an act, a letter or a note, with the
 * person's facts, and a blank for what is missing.
 */
export const draftDocument = (document: PromptDocument, turns: readonly string[], examples: readonly ScriptedExample[]): DocumentReply => {
  const message = turns.at(-1) ?? ''
  const example = fillExample(turns, examples)
  if (example !== null) return inserted(example.document, example.unplaced)
  const brief = readBrief(message)
  if (brief.object === '' && brief.reasons.length === 0 && brief.decisions.length === 0 && !new RegExp(NOUN, 'iu').test(message))
    return wordsOnly(`Le document est vide. Dites-moi ce qu’il doit dire${NBSP}: je l’écris avec vos éléments, et je marque [À COMPLÉTER] ce qui manque.`)
  const kind = kindOf(document.kind, message)
  const parts = kind === 'note' ? note(document, brief) : writers[kind](brief)
  return inserted(parts.join('\n\n'), '')
}

const writers = { deliberation, order, letter }

/**
 * Writes the deliberation, the order or the letter that a conversation asks for, from what the person tells since then. Null when no turn asks for one and
 * says what it is about.
 */
export const composeDraft = (turns: readonly string[]): string | null => {
  const at = turns.findLastIndex((turn) => {
    const kind = kindOf('', turn)
    return kind !== 'note' && REQUEST.test(turn) && readBrief(turn).object !== ''
  })
  const kind = at === -1 ? 'note' : kindOf('', turns[at]!)
  if (kind === 'note') return null
  const text = writers[kind](readBrief(turns.slice(at).join('\n'))).join('\n\n')
  const missing = text.includes('[À COMPLÉTER') ? ` Donnez-moi en une phrase ce qui manque${NBSP}: je le placerai.` : ''
  return [
    `*Le modèle de démonstration n’est pas un modèle de langage${NBSP}: il place vos éléments dans la forme d’un acte ou d’un courrier.*`,
    text,
    `« Ouvrir à côté » en fait un document.${missing}`,
  ].join('\n\n')
}

function inserted(markdown: string, unplaced: string): DocumentReply {
  const missing = markdown.includes('[À COMPLÉTER') ? ` Ce qui manque y est marqué [À COMPLÉTER]${NBSP}: donnez-le ici, je le placerai.` : ''
  const sentence = `J’écris le document avec vos éléments.${missing}${unplaced === '' ? '' : `\n\n${unplaced}`}`
  return { sentence, changes: [{ kind: 'insert', after: 0, markdown }] }
}
