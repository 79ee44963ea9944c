import type { LlmMessage } from '../../port.ts'
import type { ScriptedExample } from '../scripted-examples.ts'
import { createTextAnalysis, plainOf, sentencesOf, splitPassages } from '../scripted-text.ts'
import { isPlainQuestion } from '../scripted-whole.ts'
import { addPassage, goOn } from './add-passage.ts'
import { draftDocument } from './draft.ts'
import { deletePassages, replaceWords } from './edit-words.ts'
import { fillBlanks } from './fill-blanks.ts'
import { quote, readPromptDocument, wordsOnly, writeReply, type DocumentReply, type PromptDocument } from './prompt-document.ts'
import { rewriteBlocks } from './rewrite-blocks.ts'

const NBSP = '\u00a0'
const TRANSLATES = /tradui|traduction|translat/
const CORRECTS = /corrige les fautes|orthograph|relis|relecture/
const HELP = `Le modèle de démonstration n’est pas un modèle de langage${NBSP}: il suit des règles. Demandez-lui par exemple «${NBSP}complète${NBSP}: la séance a lieu le 12 mai${NBSP}», «${NBSP}remplace … par …${NBSP}», «${NBSP}ajoute un article sur …${NBSP}», «${NBSP}supprime l’article 3${NBSP}», «${NBSP}plus court${NBSP}», «${NBSP}en tableau${NBSP}» ou «${NBSP}continue${NBSP}».`

/**
 * Composes the reply to a request about the document that the conversation writes, with marked changes. Null when the prompt has no such document, or for
 * a question beside which it has passages to quote.
 */
export const composeDocumentReply = (messages: readonly LlmMessage[], examples: readonly ScriptedExample[]): string | null => {
  const document = readPromptDocument(messages)
  if (document === null) return null
  const turns = messages.flatMap(({ role, content }) => (role === 'user' ? [splitPassages(content).rest] : []))
  const message = turns.at(-1)?.trim() ?? ''
  if (isPlainQuestion(message)) {
    const hasPassages = splitPassages(messages.map(({ content }) => content).join('\n\n')).passages.length > 0
    return hasPassages ? null : answerFromBlocks(document, message)
  }
  return writeReply(document.blocks.length === 0 ? draftDocument(document, turns, examples) : changeDocument(document, turns, message))
}

function changeDocument(document: PromptDocument, turns: readonly string[], message: string): DocumentReply {
  const plain = plainOf(message)
  return (
    deletePassages(document, message) ??
    addPassage(document, message) ??
    rewriteBlocks(document, message) ??
    goOn(document, message, plain) ??
    (TRANSLATES.test(plain) ? wordsOnly('Le modèle de démonstration ne sait pas traduire : il faut pour cela un vrai modèle de langage.') : null) ??
    (CORRECTS.test(plain) ? wordsOnly('Le modèle de démonstration ne sait pas corriger un texte : il faut pour cela un vrai modèle de langage.') : null) ??
    replaceWords(document, message) ??
    fillBlanks(document, turns) ??
    wordsOnly(HELP)
  )
}

/** Answer to a question about the document: the sentences of its blocks that have the words of the question. */
const answerFromBlocks = ({ blocks }: PromptDocument, question: string): string => {
  const words = createTextAnalysis()
  const wanted = new Set(words.questionTerms(question))
  const scored = blocks
    .flatMap(({ number, markdown }) => sentencesOf(markdown.replace(/[*_`\\]|^#{1,6}\s/g, '')).map((sentence) => ({ number, sentence })))
    .map((one) => ({ ...one, score: new Set(words.terms(one.sentence).filter((root) => wanted.has(root))).size }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
  const best = scored.filter(({ score }) => score === scored[0]!.score).slice(0, 3)
  if (best.length === 0) return 'Je ne trouve pas la réponse dans le document.'
  return `Le document dit${NBSP}:\n\n${best.map(({ sentence, number }) => `- ${quote(sentence)} (¶${number})`).join('\n')}`
}
