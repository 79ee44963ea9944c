const opensOnWhatWasSaid = /^(et|mais|ou|alors|donc|sinon|idem|pareil|de même|même chose|aussi|quid|pour)(?![\p{L}-])/iu
/** Pronouns that stand for something said before; not those of « y a-t-il », « faut-il », « il faut », « il y a », « s’il ». */
const pointsBack =
  /(?<![\p{L}-])(elle|elles|ils|lui|cela|ça|ceci|celui-ci|celle-ci|ceux-ci|celles-ci|ce dernier|cette dernière|(?<!s[’'])il(?! (?:faut|faudrait|y|existe|est possible|convient)))(?![\p{L}-])/iu
const longestFollowUp = 14
const shortest = 3
const remembered = 2

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}’'-]+/gu) ?? []

/** Whether a question says too little to be searched alone (« et pour les vacataires ? »). */
export function isFollowUp(question: string): boolean {
  const count = wordsOf(question).length
  if (count <= shortest) return true
  return count <= longestFollowUp && (opensOnWhatWasSaid.test(question.trim()) || pointsBack.test(question))
}

/**
 * What to search for: the question, led by the earlier ones it depends on, oldest first.
 * @param previous earlier questions of the conversation, oldest first
 */
export function standaloneQuestion(question: string, previous: readonly string[]): string {
  if (!isFollowUp(question)) return question
  const led: string[] = []
  for (const earlier of previous.toReversed()) {
    led.unshift(earlier)
    if (!isFollowUp(earlier) || led.length === remembered) break
  }
  return [...led, question].join(' ')
}
