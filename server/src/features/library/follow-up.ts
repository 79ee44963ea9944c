import { fold, normalise, plainForm, type SearchQuestion, type MessageReading } from '@parvis/french-search'

/** Interpretation of the last message of a conversation. */
export type UnderstoodMessage =
  /** A greeting or thanks, without a question. */
  | { kind: 'courtesy' }
  /** Another form of the last answer (« plus court », « fais-en un tableau »): the same passages are searched. */
  | { kind: 'form'; questions: SearchQuestion[] }
  /** A question, completed with the earlier ones that it depends on. */
  | { kind: 'question'; questions: SearchQuestion[] }

const continuesPrevious =
  /^[\s«"–-]*(et|mais|ou|alors|donc|sinon|idem|pareil|de même|même chose|aussi|quid|pour)(?![\p{L}-])(?! (?:comment|combien|pourquoi|quand|où) .{30})/iu
/** Pattern of pronouns that refer to something said before, except the impersonal ones: « y a-t-il », « faut-il », « il faut », « il y a », « s’il ». */
const backReference =
  /(?<![\p{L}-])(elle|elles|ils|lui|leur|cela|ça|ceci|en|celui-ci|celle-ci|ceux-ci|celles-ci|ce dernier|cette dernière|dans ce cas|(?<!s[’'])il(?! (?:faut|faudrait|y|existe|est possible|convient))|(?:ce|cette|ces) (?:délai|durée|congé|montant|demande|aide|document|décision|indemnité|prime|règle|procédure|taxe|autorisation|dossier|contrat))(?![\p{L}-])|\p{L}-(?:t-)?(?:elles?|ils?)(?![\p{L}-])/iu
/** Pattern of a pronoun that repeats the subject before it: « un agent peut-il », « le maire doit-il ». */
const ownSubject =
  /(?:^|[\s’'])(?:une?|le|la|les|l[’']|des|mon|ma|notre|nos|cet|cette|ce|quel|quelle) ?[\p{L}’' -]{2,60}[\s][\p{L}]{1,15}-(?:t-)?(?:elles?|ils?)(?![\p{L}-])/iu
/** Pattern of a noun before the pronoun, in the same question: « un agent qui travaille le 1er mai, il est payé comment ? ». */
const nounBefore = /(?:^|[\s’'])(?:une?|le|la|l[’']|les|des|mon|ma|mes|notre|nos|cet|cette|ce|ces) ?\p{L}{3,}/iu
/** Pattern of the announcement of another subject. */
const newSubject =
  /^\W*(?:autre (?:chose|question|sujet|point)|(?:une )?autre question|rien à voir|changeons de sujet|par ailleurs|sinon,? (?:autre|une autre))/iu
const impersonal = /(?<![\p{L}])(?:y a-t|faut|existe-t|suffit|s[’']agit)-il/giu
const maxFollowUpWords = 14

/** Maximum length of the earlier questions put before a new one, in characters; the latest are kept. */
const maxLeadLength = 4_000

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []

/**
 * Families of mutually exclusive terms: « et pour un contractuel ? » no longer asks about a civil servant. Only word beginnings match: « reconnaissance »
 * is not « naissance », « non-titulaire » is not « titulaire », « l’état civil » is not the State.
 */
const exclusiveFamilies = [
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

const toPlain = (text: string): string => fold(normalise(text))

/**
 * Removes from an earlier question the terms that the new one replaces. Capitals are kept, because they distinguish an acronym (« le CET ») from a word («
 * cet »).
 */
export function removeReplaced(earlier: string, now: string): string {
  let remaining = earlier.normalize('NFC')
  for (const family of exclusiveFamilies) {
    const newForm = family.find((form) => toPlain(now).search(form) >= 0)
    if (newForm === undefined) continue
    for (const form of family) {
      if (form === newForm) continue
      for (const match of plainForm(remaining).matchAll(form))
        remaining = remaining.slice(0, match.index) + ' '.repeat(match[0].length) + remaining.slice(match.index + match[0].length)
    }
  }
  return remaining.replace(/\s+/g, ' ').trim()
}

/** Words that ask for a measure (how much, how long, with what): a question made only of them takes its subject from elsewhere. */
const measureWords = new Set(
  'fois an ans annee annees mois jour jours semaine semaines heure heures delai delais duree durees montant montants condition conditions demarche demarches cout couts prix tarif tarifs age piece pieces justificatif justificatifs formulaire formulaires recours etape etapes procedure procedures maximum minimum limite limites exception exceptions sanction sanctions difference differences exemple exemples reference references signe payant gratuit obligatoire possible avance date dates'.split(
    ' ',
  ),
)
const definitionQuestion = /^\W*(?:c[’']est quoi|qu[’']est[- ]ce|que (?:veut|signifie)|d[ée]finition)/iu

/** Pattern of answers to a question of the reply (« Voulez-vous le détail ? »). */
const answersReply = /^\W*(?:oui|non|si|d[’']accord|volontiers|vas[- ]y|allez[- ]y|je veux bien)(?:[\s,]+(?:stp|svp|merci|s[’']il (?:te|vous) pla[iî]t))?\W*$/iu

/** Returns how much a question depends on the earlier ones: not at all, a little (its subject is too vague), or entirely. */
export function dependenceOf(question: string, subjectTermCount: number): 'none' | 'some' | 'whole' {
  const cleanedQuestion = question.replace(impersonal, ' ')
  const pointer = backReference.exec(cleanedQuestion)
  const isShort = wordsOf(question).length <= maxFollowUpWords
  if (
    isShort &&
    (continuesPrevious.test(cleanedQuestion) ||
      (pointer !== null && !ownSubject.test(cleanedQuestion) && !nounBefore.test(cleanedQuestion.slice(0, pointer.index))))
  )
    return 'whole'
  const words = wordsOf(question)
  const measuredWords = words.filter((word) => measureWords.has(toPlain(word))).length
  if (subjectTermCount - measuredWords <= 0) return isShort ? 'whole' : 'none'
  return subjectTermCount - measuredWords === 1 && words.length > 1 && !definitionQuestion.test(question) ? 'some' : 'none'
}

/**
 * Interprets the last message in the light of the earlier ones.
 * @param messages what the person wrote, oldest first
 * @param extractQuestions extracts the questions of one message
 * @param countSubjectTerms returns the number of distinct significant terms of a text
 */
export function understand(
  messages: readonly string[],
  extractQuestions: (message: string) => MessageReading,
  countSubjectTerms: (text: string) => number,
): UnderstoodMessage {
  let currentAsks: SearchQuestion[] = []
  let understoodMessage: UnderstoodMessage = { kind: 'courtesy' }
  for (const message of messages) {
    const { questions, isCourtesy } = extractQuestions(message)
    if (questions.length === 0)
      understoodMessage =
        isCourtesy && (currentAsks.length === 0 || !answersReply.test(message))
          ? { kind: 'courtesy' }
          : { kind: 'form', questions: currentAsks.length > 0 ? currentAsks : [{ question: message, inContext: message }] }
    else {
      currentAsks = completeQuestions(questions, newSubject.test(message) ? [] : currentAsks, countSubjectTerms)
      understoodMessage = { kind: 'question', questions: currentAsks }
    }
  }
  return understoodMessage
}

/**
 * Pattern of the beginning of a further question: « Et qui paie les frais d’obsèques ? » only adds one, whereas « Et pour un décès ? » continues the
 * previous one.
 */
const addsQuestion =
  /^[\s«"–-]*(?:et|mais|ou|alors|donc|sinon) (?=(?:(?:à|de|dans|pour|sous|avec|en|chez) )?(?:qu|comment|combien|où|est-ce|faut-il|peut-on|doit-on|y a-t-il))/iu

/** Completes the questions of one message: one that cannot be searched alone gets the nearest earlier one that can. */
function completeQuestions(
  [first, ...otherQuestions]: readonly SearchQuestion[],
  earlierAsks: readonly SearchQuestion[],
  subjectWords: (text: string) => number,
): SearchQuestion[] {
  let leadingAsk = completeQuestion(first!, earlierAsks, subjectWords)
  const read = [leadingAsk]
  for (const ask of otherQuestions) {
    // The message reader may already have joined the question that this one refers to.
    if (read.some(({ question }) => ask.inContext.includes(question))) {
      read.push(ask)
      continue
    }
    const question = ask.question.replace(addsQuestion, '')
    const standalone = { ...ask, question }
    const completed = completeQuestion(standalone, [leadingAsk], subjectWords)
    if (completed === standalone) leadingAsk = ask
    read.push(completed === standalone ? ask : completed)
  }
  return read
}

function completeQuestion(question: SearchQuestion, earlierAsks: readonly SearchQuestion[], subjectWords: (text: string) => number): SearchQuestion {
  if (earlierAsks.length === 0) return question
  const needs = dependenceOf(question.question, subjectWords(question.question))
  if (needs === 'none') return question
  const earlierOf = (part: 'question' | 'inContext'): string =>
    removeReplaced(
      earlierAsks
        .map((earlier) => earlier[part])
        .join(' ')
        .slice(-maxLeadLength),
      question.question,
    )
  const withPrevious = (earlier: string): string => `${earlier} ${question.question}`.trim()
  const context = earlierOf('inContext')
  if (needs === 'some') return { question: question.question, inContext: withPrevious(context), story: [context] }
  // The earlier question is also searched without its surrounding story: a long story drowns a short question.
  const story = earlierAsks.flatMap((earlier) => earlier.story ?? []).map((sentence) => removeReplaced(sentence, question.question))
  return { question: withPrevious(earlierOf('question')), inContext: withPrevious(context), ...(story.length > 0 && { story: [...new Set(story)] }) }
}
