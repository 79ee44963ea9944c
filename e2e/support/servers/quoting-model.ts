import { startRecitingModel, type ModelMessage, type RecitingModel } from './reciting-model.ts'

/** Sentence that this model attributes to the documents although none contains it. */
export const inventedQuote = 'tout agent dispose de quarante jours de repos'

/**
 * Starts a model server that answers from the numbered extracts of its prompt. It quotes a sentence of the first extract word for word, then a sentence
 * that no extract contains. Without extracts it says so.
 */
export const startQuotingModel = (): Promise<RecitingModel> => startRecitingModel(answerTo)

function answerTo(messages: ModelMessage[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const first = /^\[1\]\n(`{3,})\n.*\n\n([^]*?)\n\1$/m.exec(system)?.[2]
  if (first === undefined) return 'Voici ce que je peux dire sans document.'
  const sentence = first.split('\n').findLast((line) => line.length > 30) ?? first
  return `Les documents indiquent «\u00a0${sentence.replace(/^- /, '')}\u00a0» [1], et «\u00a0${inventedQuote}\u00a0» [1].`
}
