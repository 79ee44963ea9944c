import type { LlmRequest } from '../port.ts'
import { composeDraft } from './document/draft.ts'
import { composeDocumentReply } from './document/document-reply.ts'
import { composeFromChanges } from './scripted-changes.ts'
import { composeExample, type ScriptedExample, factsOf } from './scripted-examples.ts'
import { composeFromPassages } from './scripted-passages.ts'
import { parsePrompt, splitPassages, type ParsedPrompt, sentencesOf } from './scripted-text.ts'
import { composeFromWhole } from './scripted-whole.ts'
import { composeRewriting } from './scripted-rewrite.ts'

const NBSP = '\u00a0'

const DISCLOSURE = `*Pour l’instant, le modèle de démonstration intégré tient ce rôle. Ce n’est pas un modèle de langage${NBSP}: ses réponses sont des textes écrits d’avance, composés avec vos mots.*`

const DEFAULT_QUESTIONS = [
  `Quel est votre besoin, en une phrase${NBSP}?`,
  `À qui le résultat est-il destiné, et pour quelle date${NBSP}?`,
  `De quels éléments disposez-vous déjà (textes, chiffres, décisions)${NBSP}?`,
]

const ITEM = /^\s*(?:[-*•–]|\d{1,4} ?[.)°:])\s(.+)$/
const DELIVERABLE = /^\s*(?:#{1,6}\s*|\*\*)?(?:livrables?|résultats? attendus?|format de (?:sortie|réponse))\b/i
const FIRST_QUESTIONS =
  /questions? (?:initiales?|de départ|à poser|d[’']ouverture)|commence[sz]? par (?:demander|poser)|demande[sz]? d[’']abord|pour commencer/i

const upperFirst = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const plain = (text: string) => text.replace(/[*_`#]+/g, '').trim()

/**
 * Extracts the role that a system prompt gives, as a noun phrase (“Tu es un juriste…” → “un juriste…”, “Vous êtes « X ». Vous aidez…” → “« X » : vous
 * aidez…”); null when it gives none.
 */
export const roleOf = (system: string): string | null => {
  const found =
    /(?:^|[\n.«"][ \t\u00a0]{0,9})(?:tu es|vous êtes|ton rôle est d['’]être|en tant qu['’]?e?)\s+([^.!?\n]{3,240})(?:\.\s(vous aidez [^.!?\n]{3,240}))?/i.exec(
      system,
    )
  if (!found) return null
  const role = plain(found[1]!).replace(/[,;:]\s*$/, '')
  return found[2] === undefined ? role : `${role}${NBSP}: ${plain(found[2].slice(0, 1).toLowerCase() + found[2].slice(1))}`
}

/** Returns the list items that follow the first line that matches, up to any other text; 8 at most. */
const itemsAfter = (lines: readonly string[], title: RegExp): string[] => {
  const at = lines.findIndex((line) => title.test(line))
  const items: string[] = []
  for (const line of at === -1 ? [] : lines.slice(at + 1)) {
    const item = ITEM.exec(line)?.[1]
    if (item !== undefined) items.push(plain(item))
    else if (line.trim() !== '') break
  }
  return items.slice(0, 8)
}

/** Returns the questions that an assistant begins with, from its system prompt; 8 at most. Default questions when it has none. */
export const initialQuestionsOf = (system: string): string[] => {
  const lines = system.split('\n')
  const announced = itemsAfter(lines, FIRST_QUESTIONS)
  if (announced.length > 0) return announced.map(upperFirst)
  const asked = lines
    .flatMap((line) => sentencesOf(ITEM.exec(line)?.[1] ?? line))
    .filter((sentence) => sentence.endsWith('?'))
    .map(plain)
  return (asked.length > 0 ? asked : DEFAULT_QUESTIONS).slice(0, 8).map(upperFirst)
}

const numbered = (items: readonly string[]) => items.map((item, i) => `${i + 1}. ${item}`).join('\n')

/** Writes the sentence that says which project and profile are taken into account; empty without any. */
const contextSentenceOf = ({ project, hasProfile }: ParsedPrompt): string => {
  const known = [project === null ? '' : `votre projet **${plain(project)}**`, hasProfile ? 'votre profil' : ''].filter(Boolean)
  return known.length === 0 ? '' : `\n\nJe tiens compte de ${known.join(' et de ')}.`
}

/** Words that address the assistant in its role: a role with them cannot be rewritten in the first person. */
const SECOND_PERSON = /(?<!\p{L})(?:vous|votre|vos|tu|ton|ta|tes)(?!\p{L})/iu

/** Introduces the assistant in the first person, or quotes its role when the role addresses it. */
const introductionOf = (role: string | null): string => {
  if (role === null) return 'Bonjour, je suis votre assistant.'
  const own = role.replace(/(?<!\p{L})vous aidez(?!\p{L})/iu, 'j’aide')
  return SECOND_PERSON.test(own) ? `Bonjour. Mon rôle dans cette conversation${NBSP}:\n\n> Vous êtes ${role}.` : `Bonjour, je suis ${own}.`
}

const openingFor = (prompt: ParsedPrompt): string => {
  const introduction = introductionOf(roleOf(prompt.instructions))
  const questions = numbered(initialQuestionsOf(prompt.instructions))
  return `${introduction}\n\n${DISCLOSURE}${contextSentenceOf(prompt)}\n\nPour commencer, pouvez-vous me préciser les points suivants${NBSP}?\n\n${questions}`
}

/** Sections of a document when the assistant's deliverable does not enumerate its own. */
const GENERAL_PARTS = ['Contexte', 'Objectif', 'Étapes et responsables', 'Moyens et budget', 'Calendrier', 'Points de vigilance']

/** Returns the sections that the first deliverable enumerates, « Le projet d’arrêté : visas, articles », or else general ones. */
const partsOf = (deliverables: readonly string[]): readonly string[] => {
  const enumeration = deliverables[0]?.split(/\s:\s/)[1] ?? ''
  const parts = enumeration
    .replace(/\s*\([^)]{0,200}\)/g, '')
    .replace(/\.$/, '')
    .split(/\s*,\s*/)
  return parts.length > 1 ? parts.map(upperFirst) : GENERAL_PARTS
}

const chatAnswerFor = ({ instructions, turns, question }: ParsedPrompt): string => {
  const restated = sentencesOf(question).slice(0, 3).join(' ')
  const facts = factsOf(turns.join('\n')).map(({ label, values }) => `- **${label}**${NBSP}: ${values.join(', ')}`)
  const deliverables = itemsAfter(instructions.split('\n'), DELIVERABLE)
  return [
    `*Réponse du modèle de démonstration${NBSP}: elle est composée à partir de vos mots, sans modèle de langage.*`,
    `## Ce que je retiens de votre demande\n\n> ${restated.length > 400 ? `${restated.slice(0, 400).replace(/\s+\S*$/, '')}…` : restated}`,
    facts.join('\n'),
    `## Ce qu’il me faudrait pour aller plus loin\n\n${numbered(initialQuestionsOf(instructions))}`,
    deliverables.length > 0 ? `## Ce qu’un modèle de langage vous rendrait ensuite\n\n${deliverables.map((item) => `- ${item}`).join('\n')}` : '',
    `## Plan proposé\n\n${partsOf(deliverables)
      .map((part) => `### ${part}\n\n[À COMPLÉTER]`)
      .join('\n\n')}`,
    `Remplacez chaque mention [À COMPLÉTER], ou donnez-moi ces éléments ici.`,
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

/** Matches the heading of whole documents in a prompt; `UNREAD` matches the list of those that were left out. */
const WHOLE = /^## (?:Documents de la personne|Fichiers joints)$/m
const UNREAD = /^N’a pas été lu\u00a0:\n(`{3,})\n([^]*?)\n\1$/m

/** Composes the whole answer of the demonstration model, from the request and the prepared examples only. */
export const composeAnswer = (request: Pick<LlmRequest, 'messages' | 'purpose'>, examples: readonly ScriptedExample[] = []): string => {
  const rewriting = composeRewriting(request.messages)
  if (rewriting !== null) return rewriting
  const prompt = parsePrompt(request)
  if (prompt.isOpening) return openingFor(prompt)
  const documentReply = composeDocumentReply(request.messages, examples)
  if (documentReply !== null) return documentReply
  const { passages, rest } = splitPassages(request.messages.map((message) => message.content).join('\n\n'))
  if (passages.length > 0 || request.purpose === 'library') {
    // The user's message may include the passages: they are not part of the question.
    const asked = prompt.turns.map((turn) => splitPassages(turn).rest)
    const [question, before] = [asked.at(-1) ?? '', asked.at(-2)]
    const unread = UNREAD.exec(rest)?.[2]
    const unreadSentence = unread === undefined ? '' : `N’a pas été lu\u00a0: ${unread}.`
    if (passages.length > 0 && WHOLE.test(rest)) return composeFromWhole(question, { pages: passages, unread: unreadSentence }, before)
    return composeFromChanges(rest, passages) ?? composeFromPassages(question, passages, { before })
  }
  return composeExample(prompt.turns, examples) ?? composeDraft(prompt.turns) ?? chatAnswerFor(prompt)
}
