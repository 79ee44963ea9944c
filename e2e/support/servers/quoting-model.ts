import { startRecitingModel, type ModelTurn, type RecitingModel } from './reciting-model.ts'

/** Beside the words of the documents, what this model claims that they say. */
export const invented = 'tout agent dispose de quarante jours de repos'

/**
 * A model server that answers from the numbered extracts of its prompt: it quotes a sentence of the first word for word, then
 * one that is in none of them. Without extracts it says so.
 */
export const startQuotingModel = (): Promise<RecitingModel> => startRecitingModel(answerTo)

function answerTo(messages: ModelTurn[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const first = /^\[1\]\n(`{3,})\n.*\n\n([^]*?)\n\1$/m.exec(system)?.[2]
  if (first === undefined) return 'Voici ce que je peux dire sans document.'
  const sentence = first.split('\n').findLast((line) => line.length > 30) ?? first
  return `Les documents indiquent «\u00a0${sentence.replace(/^- /, '')}\u00a0» [1], et «\u00a0${invented}\u00a0» [1].`
}
