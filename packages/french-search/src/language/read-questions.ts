import type { Analyser } from './analyse.ts'
import {
  answerForm,
  asideClause,
  chatter,
  circumstances,
  courtesy,
  formInstruction,
  indirectQuestion,
  inversion,
  onlyAsker,
  personName,
  personTitle,
  placeName,
  plainForm,
  anaphora,
  sameAsker,
  secondAsker,
  smallTalk,
  speaker,
  strongInterrogative,
  subjectMark,
  tellInstruction,
  describedPerson,
  wishVerb,
  wantedFact,
  wondering,
  writeInstruction,
} from './asking-words.ts'
import { questionWords } from './stop-words.ts'

/** Question of a message, as texts to search. */
export type SearchQuestion = {
  /** The question alone, without the text around it. */
  question: string
  /** The question with the words of the story around it; equal to `question` when the story adds none. */
  inContext: string
  /** Sentences of the story, one by one. */
  story?: string[]
}

export type MessageReading = {
  /** Questions in the order of the message. Empty when it asks nothing (« bonjour », « merci »). */
  questions: SearchQuestion[]
  /** Whether nothing was removed: the whole message is searched. */
  isBare: boolean
  /** Whether the message only asks questions, without orders or statements. */
  areQuestions?: boolean
  /** Whether the message contains only courtesies. */
  isCourtesy: boolean
}

const word = /[\p{L}\p{N}]+/gu

/** Number of characters read at each end of a message: if a document is pasted, the question is before or after it. */
const maxReadLength = 2_000

type SegmentRole = 'question' | 'request' | 'story'
type MessageSegment = { role: SegmentRole; text: string; /** Previous question, which this one refers to. */ after?: string }

/** Pattern of the end of a sentence. It excludes initials, abbreviations, and dots in the middle of a sentence (« garage, piscine... : »). */
const sentenceEnd =
  /(?<=[?!])[\s\u00a0]+(?![:!?])|(?<=[.…](?<!(?<![\p{L}\p{N}])(?:\p{L}|mme|mr|art|al|cf|dr|pr|etc|n)\.))[\s\u00a0]+(?!:)(?<!(?:\.\.|…)[\s\u00a0]+(?=\p{Ll}))|\n+|;\s+/iu
const startsAsQuestion =
  /^[\s«"–-]*(?:et |mais |ou |alors |donc |du coup |en fait |bref )?(?:est-ce|qu['’]est|qu['’]|c['’]est quoi|que |quoi |comment|combien|pourquoi|quand |où |quel|à quel|a quel|dans quel|sous quel|pour quel|de quel|avec quel|en quoi|qui |à qui|a qui|faut-il|peut-on|doit-on|puis-je|peut-il|peut-elle|doit-il|doit-elle|y a-t-il|existe-t-il|a-t-on|sommes-nous|avons-nous|devons-nous|pouvons-nous|dois-je|ai-je|jusqu['’]à quand|depuis quand|à partir de quand)/iu

const blank = (text: string): string => ' '.repeat(text.length)

/** Replaces each match of the pattern, searched in the plain form, with spaces, so that offsets do not change. */
const blankMatches = (text: string, pattern: RegExp): string => {
  let result = text
  for (const match of plainForm(text).matchAll(pattern)) result = result.slice(0, match.index) + blank(match[0]) + result.slice(match.index + match[0].length)
  return result
}

/** Offsets of people's names in a text, each from its title to its end. « Madame la Maire » is a function, not a name. */
const namesOfPeople = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(personTitle)].flatMap(({ 0: title, index: start }) => {
    const name = personName.exec(text.slice(start + title.length))?.[0] ?? ''
    return name === '' || /^\s?(?:Monsieur|Madame|Messieurs|Mesdames|Mademoiselle)$/u.test(name) ? [] : [{ start, end: start + title.length + name.length }]
  })

const withoutSpans = (text: string, spans: readonly { start: number; end: number }[]): string =>
  spans.reduce((left, { start, end }) => left.slice(0, start) + blank(left.slice(start, end)) + left.slice(end), text)

/** Removes people's names after their title, and place names after « mairie de » or « habitant à »: they are not the subject. */
const withoutNames = (text: string): string => {
  const left = text.replace(placeName, (all, place: string) => all.slice(0, all.length - place.length) + blank(place))
  return withoutSpans(left, namesOfPeople(left))
}

const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const isOnlyCourtesy = (text: string): boolean => !hasLetters(blankMatches(blankMatches(text, courtesy), smallTalk))

/** Names of people whom a message greets or addresses: « Bonjour Mme Roux », « M. Roux, quel délai ? ». */
const namesCalled = (text: string): { start: number; end: number }[] =>
  namesOfPeople(text).filter(({ start, end }) => {
    const before = text.slice(0, start)
    if (!isOnlyCourtesy(before)) return false
    return blankMatches(before, courtesy) !== before || (/^\s*,/.test(text.slice(end)) && !isOnlyCourtesy(text.slice(end)))
  })

// « Rédige un courriel à Mme Roux »
const forSomebody = /(?<!\p{L})(?:a|pour|de la part de|au nom de)\s+$/u

/** Removes a match of the pattern from the beginning of a text. Null when it does not match. */
const cutHead = (text: string, pattern: RegExp): string | null => {
  const found = pattern.exec(plainForm(text))
  return found === null ? null : text.slice(found[0].length)
}

/** Replaces several spaces with one, so that patterns see the words on both sides of removed text. */
const collapse = (text: string): string => text.replace(/[^\S\n]+/g, ' ').replace(/ ,(?= ?,)/g, '')

const tidy = (text: string): string =>
  text
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/\( ?\)|« ?»/g, ' ')
    .replace(/^[\s,;:.!–-]+|[\s,;:–-]+$|(?<=[?!.])[\s?!.]+$/g, '')
    .trim()

/** Whether a text only introduces the question: who asks, for whom, in what form. */
const isLeadIn = (before: string): boolean => {
  const plain = plainForm(before)
  return speaker.test(plain) || formInstruction.test(plain) || writeInstruction.test(plain) || tellInstruction.test(plain)
}

/** Splits a segment at colons that introduce a question. Not when the subject precedes: « Téléchargement illégal : quelles sont les règles ? ». */
const afterColon = (segment: string, hasSubject: (text: string) => boolean): string[] => {
  for (const { 0: colon, index } of segment.matchAll(/[\s\u00a0]?:[\s\u00a0]/gu)) {
    const before = segment.slice(0, index)
    const after = segment.slice(index + colon.length)
    const verb = [...plainForm(before).matchAll(wondering)].at(-1)
    const isSubjectBefore = verb !== undefined && hasSubject(before.slice(verb.index + verb[0].length))
    if (!hasSubject(before) || (!isSubjectBefore && isLeadIn(before) && hasSubject(after))) return [before, ...afterColon(after, hasSubject)]
  }
  return [segment]
}

/** Finds the offset where a question begins inside a sentence that tells something. Null when there is none. */
const findEmbeddedQuestion = (text: string, plain: string): { before: number; from: number } | null => {
  const wondered = [...plain.matchAll(indirectQuestion)].at(-1) ?? subjectMark.exec(plain)
  if (wondered) return { before: wondered.index, from: wondered.index + wondered[0].length }
  const wonders = [...plain.matchAll(wondering)]
  for (const { index } of [...plain.matchAll(strongInterrogative), ...plain.matchAll(inversion)]) {
    const verb = wonders.findLast((found) => found.index + found[0].length <= index)
    if (verb !== undefined) return { before: verb.index, from: verb.index + verb[0].length }
  }
  for (const { index } of plain.matchAll(strongInterrogative)) if (index > 0 && isLeadIn(text.slice(0, index))) return { before: index, from: index }
  return null
}

/** Splits one sentence into what it asks, tells or orders. Empty when no subject is left. */
const readSegment = (text: string, hasSubject: (text: string) => boolean): MessageSegment[] => {
  const plain = plainForm(text)
  const requestSegments = (order: string): MessageSegment[] => (hasSubject(order) ? [{ role: 'request', text: tidy(order) }] : [])
  const asksAtOnce = startsAsQuestion.test(text) || startsAsQuestion.test(text.slice(text.lastIndexOf(': ') + 1))
  const opening = asksAtOnce ? null : findEmbeddedQuestion(text, plain)
  if (opening !== null) {
    const aside = asideClause.exec(plain.slice(opening.from))
    const end = aside === null ? text.length : opening.from + aside.index
    const asked = tidy(text.slice(opening.from, end))
    const storyText = tidy(`${text.slice(0, opening.before)} ${text.slice(end)}`)
    if (hasSubject(asked)) return [...(hasSubject(storyText) ? [{ role: 'story' as const, text: storyText }] : []), { role: 'question', text: asked }]
  }
  if (!asksAtOnce) {
    const written = cutHead(text, writeInstruction)
    if (written !== null) return requestSegments(written)
    if (cutHead(text, formInstruction) !== null) return []
    const order = cutHead(text, tellInstruction)
    if (order !== null) return requestSegments(order)
  }
  // A removed courtesy may leave its punctuation: « … aux agents ? Merci ! ».
  if (asksAtOnce || /[?][\s!.…]*$/.test(text)) {
    const asked = tidy(text)
    return hasSubject(asked) ? [{ role: 'question', text: asked }] : []
  }
  const story = tidy(text)
  return hasSubject(story) && !onlyAsker.test(plainForm(story)) ? [{ role: 'story', text: story }] : []
}

type SubjectCounter = (text: string) => number

/** Minimum number of subject words for a clause to be a question by itself: « le délai » belongs to the preceding text. */
const minSubjectWords = 2

/** Creates a question that follows another one, with a link to it when it refers to it. */
const followingQuestion = (before: MessageSegment, text: string): MessageSegment => ({
  role: 'question',
  text: tidy(text),
  ...(anaphora.test(plainForm(text)) && { after: before.text }),
})

/**
 * Reads a sentence. It is split when two people ask, each with their own verb: « Mme Roux demande combien …, et M. Lefèvre voudrait connaître … ».
 * Otherwise it is read whole, because « et » mostly joins the parts of one question.
 */
const readSentence = (text: string, subjects: SubjectCounter): MessageSegment[] => {
  const hasSubject = (part: string): boolean => subjects(part) > 0
  const clauseAfter = ({ 0: joint, index }: RegExpExecArray, next: RegExpExecArray | undefined): string => {
    const clause = text.slice(index + joint.length, next?.index)
    return clause.slice(0, asideClause.exec(plainForm(clause))?.index)
  }
  const all = [...plainForm(text).matchAll(secondAsker)]
  const joints = all.filter((joint, at) => subjects(clauseAfter(joint, all[at + 1])) >= minSubjectWords)
  if (joints.length === 0) return readSegment(text, hasSubject)
  const beginning = text.slice(0, joints[0]!.index)
  const read = readSegment(beginning, hasSubject)
  const wished = read.every(({ role }) => role === 'story') ? wishVerb.exec(plainForm(beginning)) : null
  const beginningSegments: MessageSegment[] = wished === null ? read : [{ role: 'question', text: tidy(beginning.slice(wished.index + wished[0].length)) }]
  const first = beginningSegments.find((segment) => segment.role === 'question' && subjects(segment.text) >= minSubjectWords)
  // « Que répondre à un habitant qui se plaint du bruit et souhaite connaître les recours ? »: nobody else asks.
  const isStillOf = first !== undefined && describedPerson.test(plainForm(first.text)) && sameAsker.test(joints[0]![0])
  if (first === undefined || isStillOf) return readSegment(text, hasSubject)
  const asked = joints.map((joint, at) => followingQuestion(first, clauseAfter(joint, joints[at + 1])))
  return [...beginningSegments, ...asked]
}

/** Turns a fact that a second person wants into a question: « Mme Roux m’a demandé combien …. M. Lefèvre voudrait connaître le prix de … ». */
const withWishedFacts = (segments: readonly MessageSegment[], subjects: SubjectCounter): MessageSegment[] => {
  let before: MessageSegment | undefined
  return segments.map((segment) => {
    const { role, text } = segment
    const fact = role === 'story' && before !== undefined ? wantedFact.exec(plainForm(text)) : null
    const wanted = fact === null ? '' : text.slice(fact[0].length)
    const read = before !== undefined && subjects(wanted) >= minSubjectWords ? followingQuestion(before, wanted) : segment
    // A question with its question mark is asked by the author of the message: what follows is their story.
    if (read.role === 'question') before = read.text.endsWith('?') ? undefined : read
    return read
  })
}

const excerpt = (text: string): string => (text.length <= 2 * maxReadLength ? text : `${text.slice(0, maxReadLength)}\n${text.slice(-maxReadLength)}`)

/**
 * Creates a reader that finds what a message asks from its wording: it separates courtesies, names, places, dates, story, and orders about the form of the
 * answer. It needs no model. A bare question is returned as it is.
 */
export const createQuestionReader = (analyser: Analyser) => {
  const isChatter = (word: string): boolean => {
    const plain = plainForm(word)
    return chatter.has(plain) || questionWords.has(plain)
  }
  const subjects: SubjectCounter = (text) => new Set(analyser.textTerms(text.replace(word, (found) => (isChatter(found) ? '·' : found)))).size
  const hasSubject = (text: string): boolean => subjects(text) > 0

  return (message: string): MessageReading => {
    const read = excerpt(message.normalize('NFC'))
    const nothing = { questions: [], isBare: false, isCourtesy: true }
    const said = blankMatches(withoutNames(read), courtesy)
    const polite = blankMatches(said, answerForm)
    // Addressed names are removed from the question.
    const called = withoutSpans(read, namesCalled(read))
    const named = tidy(collapse(blankMatches(called, courtesy)))
    const isOfPeople = hasLetters(named) && namesOfPeople(called).some(({ start }) => !forSomebody.test(plainForm(called.slice(0, start))))
    const people: MessageReading = { questions: [{ question: named, inContext: named }], isBare: named === tidy(read), isCourtesy: false }
    if (!hasLetters(blankMatches(said, smallTalk))) return isOfPeople ? people : nothing
    // If the message contains nothing else, a date may belong to the question: « Logement vide au 1er janvier : qui paie la taxe ? ».
    const cleaned = tidy(polite) === tidy(read) && startsAsQuestion.test(polite) ? polite : blankMatches(polite, circumstances)
    const sentences = collapse(cleaned)
      .split(sentenceEnd)
      .flatMap((segment) => afterColon(segment, hasSubject))
    const segments = withWishedFacts(
      sentences.flatMap((sentence) => readSentence(sentence, subjects)),
      subjects,
    )
    const isWhole = segments.length === 1 && tidy(read) === segments[0]!.text
    if (isWhole) return { questions: [{ question: message, inContext: message }], isBare: true, isCourtesy: false }
    const asked = segments.filter(({ role }) => role === 'question')
    const requested = segments.filter(({ role }) => role === 'request')
    const main = asked.length > 0 ? asked : requested.length > 0 ? requested : segments
    if (main.length === 0) return isOfPeople ? people : { questions: [], isBare: false, isCourtesy: false }
    if (isOfPeople && segments.length === 1 && tidy(collapse(said)) === segments[0]!.text)
      return { questions: [{ question: segments[0]!.text, inContext: named }], isBare: false, isCourtesy: false }
    const story = segments.filter((segment) => !main.includes(segment)).map(({ text }) => text)
    const around = story.map(withoutChatter).filter(hasSubject)
    if (main === segments) {
      const all = segments.map(({ text }) => text).join('. ')
      const core = withoutChatter(all)
      return { questions: [{ question: hasSubject(core) ? core : all, inContext: all, story: segments.map((s) => s.text) }], isBare: false, isCourtesy: false }
    }
    return {
      questions: main.map(({ text, after }) => {
        const before = after === undefined ? [] : [after]
        const near = [...before, ...around]
        return { question: text, inContext: [text, ...near].join('. '), ...(near.length > 0 && { story: [...before, ...story] }) }
      }),
      isBare: false,
      areQuestions: main === asked && requested.length === 0,
      isCourtesy: false,
    }
  }

  function withoutChatter(text: string): string {
    return tidy(text.replace(word, (found, at: number) => (isChatter(found) || (at > 0 && isName(found)) ? ' ' : found)).replace(/\s*[,;:.](?=\s*[,;:.])/g, ''))
  }
}

/** Whether a word is a proper noun, capitalised but not an acronym: « Plouguerneau », not « CET ». */
const isName = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)
