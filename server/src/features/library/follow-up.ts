import { fold, normalise, plainForm, type Ask, type WhatIsAsked } from '@parvis/french-search'

/** What the last message of a conversation wants. */
export type Understood =
  /** A greeting, thanks: no question. */
  | { kind: 'courtesy' }
  /** Another form of what was answered (« plus court », « fais-en un tableau »): the same passages serve. */
  | { kind: 'form'; asks: Ask[] }
  /** A question, led by the earlier ones that it depends on. */
  | { kind: 'question'; asks: Ask[] }

const opensOnWhatWasSaid =
  /^[\s«"–-]*(et|mais|ou|alors|donc|sinon|idem|pareil|de même|même chose|aussi|quid|pour)(?![\p{L}-])(?! (?:comment|combien|pourquoi|quand|où) .{30})/iu
/** Pronouns that stand for something said before; not those of « y a-t-il », « faut-il », « il faut », « il y a », « s’il ». */
const pointsBack =
  /(?<![\p{L}-])(elle|elles|ils|lui|leur|cela|ça|ceci|en|celui-ci|celle-ci|ceux-ci|celles-ci|ce dernier|cette dernière|dans ce cas|(?<!s[’'])il(?! (?:faut|faudrait|y|existe|est possible|convient))|(?:ce|cette|ces) (?:délai|durée|congé|montant|demande|aide|document|décision|indemnité|prime|règle|procédure|taxe|autorisation|dossier|contrat))(?![\p{L}-])|\p{L}-(?:t-)?(?:elles?|ils?)(?![\p{L}-])/iu
/** « un agent peut-il », « le maire doit-il »: the pronoun repeats the subject before it. */
const ownSubject =
  /(?:^|[\s’'])(?:une?|le|la|les|l[’']|des|mon|ma|notre|nos|cet|cette|ce|quel|quelle) ?[\p{L}’' -]{2,60}[\s][\p{L}]{1,15}-(?:t-)?(?:elles?|ils?)(?![\p{L}-])/iu
/** Something named before the pronoun, in the same question: « un agent qui travaille le 1er mai, il est payé comment ? ». */
const named = /(?:^|[\s’'])(?:une?|le|la|l[’']|les|des|mon|ma|mes|notre|nos|cet|cette|ce|ces) ?\p{L}{3,}/iu
/** Says that what follows is something else. */
const newSubject =
  /^\W*(?:autre (?:chose|question|sujet|point)|(?:une )?autre question|rien à voir|changeons de sujet|par ailleurs|sinon,? (?:autre|une autre))/iu
const impersonal = /(?<![\p{L}])(?:y a-t|faut|existe-t|suffit|s[’']agit)-il/giu
const longestFollowUp = 14

/** Characters of the earlier questions that a new one is led by: the last ones said. */
const longestLead = 4_000

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []

/**
 * What is said of one excludes the others: « et pour un contractuel ? » no longer asks about a civil servant. Each is a word from its beginning:
 * a « reconnaissance » is no birth, a « non-titulaire » no civil servant, « l’état civil » not the State.
 */
const exclusive = [
  [/fonctionnaires?(?: titulaires?)?|(?<!non[- ])titulaires?/, /(?:agents? )?contractuel(?:le)?s?|non[- ]titulaires?/, /stagiaires?/, /vacataires?/],
  [
    /fpe|(?:fonction publique )?(?:de l'|d')etat(?![- ]civil)/,
    /fpt|(?:fonction publique |agents? )?territoria(?:le?s?|ux)/,
    /fph|(?:fonction publique |agents? )?hospitali(?:er|ere|ers|eres)|hopita(?:l|ux)/,
  ],
  [/mari(?:age|es?|er)/, /pacs(?:es?|er)?/, /concubin(?:age|s|es?)?/],
  [/deces|mort/, /naissances?/, /mariages?/],
  [/a temps partiel/, /a temps plein|a temps complet/],
].map((family) => family.map(({ source }) => new RegExp(String.raw`(?<!\p{L})(?:${source})`, 'gu')))

const plain = (text: string): string => fold(normalise(text))

/** The earlier question without what the new one replaces; capitals stay, for they tell an acronym (« le CET ») from a word (« cet »). */
export function withoutReplaced(earlier: string, now: string): string {
  let kept = earlier.normalize('NFC')
  for (const family of exclusive) {
    const said = family.find((form) => plain(now).search(form) >= 0)
    if (said === undefined) continue
    for (const form of family) {
      if (form === said) continue
      for (const match of plainForm(kept).matchAll(form))
        kept = kept.slice(0, match.index) + ' '.repeat(match[0].length) + kept.slice(match.index + match[0].length)
    }
  }
  return kept.replace(/\s+/g, ' ').trim()
}

/** Words that ask how much, how long, with what: a question made of them has its subject elsewhere. */
const measures = new Set(
  'fois an ans annee annees mois jour jours semaine semaines heure heures delai delais duree durees montant montants condition conditions demarche demarches cout couts prix tarif tarifs age piece pieces justificatif justificatifs formulaire formulaires recours etape etapes procedure procedures maximum minimum limite limites exception exceptions sanction sanctions difference differences exemple exemples reference references signe payant gratuit obligatoire possible avance date dates'.split(
    ' ',
  ),
)
const define = /^\W*(?:c[’']est quoi|qu[’']est[- ]ce|que (?:veut|signifie)|d[ée]finition)/iu

/** Answers what the reply asked (« Voulez-vous le détail ? »). */
const answersReply = /^\W*(?:oui|non|si|d[’']accord|volontiers|vas[- ]y|allez[- ]y|je veux bien)(?:[\s,]+(?:stp|svp|merci|s[’']il (?:te|vous) pla[iî]t))?\W*$/iu

/** How much a question needs what was asked before: not at all, a little (it names too little), or wholly. */
export function dependence(question: string, subjectWords: number): 'none' | 'some' | 'whole' {
  const asked = question.replace(impersonal, ' ')
  const pointer = pointsBack.exec(asked)
  const isShort = wordsOf(question).length <= longestFollowUp
  if (isShort && (opensOnWhatWasSaid.test(asked) || (pointer !== null && !ownSubject.test(asked) && !named.test(asked.slice(0, pointer.index))))) return 'whole'
  const words = wordsOf(question)
  const measured = words.filter((word) => measures.has(plain(word))).length
  if (subjectWords - measured <= 0) return isShort ? 'whole' : 'none'
  return subjectWords - measured === 1 && words.length > 1 && !define.test(question) ? 'some' : 'none'
}

/**
 * Reads the last message in the light of those before it.
 * @param messages what the person wrote, oldest first; the last one is to be answered
 * @param read tells what one message asks
 * @param subjectWords different terms of a text that carry a subject
 */
export function understand(messages: readonly string[], read: (message: string) => WhatIsAsked, subjectWords: (text: string) => number): Understood {
  let standing: Ask[] = []
  let understood: Understood = { kind: 'courtesy' }
  for (const message of messages) {
    const { asks, isCourtesy } = read(message)
    if (asks.length === 0)
      understood =
        isCourtesy && (standing.length === 0 || !answersReply.test(message))
          ? { kind: 'courtesy' }
          : { kind: 'form', asks: standing.length > 0 ? standing : [{ question: message, inContext: message }] }
    else {
      standing = ledWithin(asks, newSubject.test(message) ? [] : standing, subjectWords)
      understood = { kind: 'question', asks: standing }
    }
  }
  return understood
}

/** « Et qui paie les frais d’obsèques ? » beside another question only adds one; « Et pour un décès ? » goes on about it. */
const addsQuestion =
  /^[\s«"–-]*(?:et|mais|ou|alors|donc|sinon) (?=(?:(?:à|de|dans|pour|sous|avec|en|chez) )?(?:qu|comment|combien|où|est-ce|faut-il|peut-on|doit-on|y a-t-il))/iu

/** The questions of one message: those that cannot be searched alone are led by the nearest before them that could. */
function ledWithin([first, ...others]: readonly Ask[], before: readonly Ask[], subjectWords: (text: string) => number): Ask[] {
  let lead = led(first!, before, subjectWords)
  const read = [lead]
  for (const ask of others) {
    // The reading of the message may have joined to it the question that it speaks of.
    if (read.some(({ question }) => ask.inContext.includes(question))) {
      read.push(ask)
      continue
    }
    const question = ask.question.replace(addsQuestion, '')
    const alone = { ...ask, question }
    const found = led(alone, [lead], subjectWords)
    if (found === alone) lead = ask
    read.push(found === alone ? ask : found)
  }
  return read
}

function led(ask: Ask, before: readonly Ask[], subjectWords: (text: string) => number): Ask {
  if (before.length === 0) return ask
  const needs = dependence(ask.question, subjectWords(ask.question))
  if (needs === 'none') return ask
  const earlierOf = (part: 'question' | 'inContext'): string =>
    withoutReplaced(
      before
        .map((asked) => asked[part])
        .join(' ')
        .slice(-longestLead),
      ask.question,
    )
  const joined = (earlier: string): string => `${earlier} ${ask.question}`.trim()
  const context = earlierOf('inContext')
  if (needs === 'some') return { question: ask.question, inContext: joined(context), story: [context] }
  // What the earlier question asks is searched without the story around it too: a long story drowns a short question.
  const story = before.flatMap((asked) => asked.story ?? []).map((sentence) => withoutReplaced(sentence, ask.question))
  return { question: joined(earlierOf('question')), inContext: joined(context), ...(story.length > 0 && { story: [...new Set(story)] }) }
}
