/** Request received by a model that reads documents part by part. */
type ReadingRequest = { messages?: readonly { content: string }[] | undefined }

const instructionsOf = (body: ReadingRequest): string => body.messages?.[0]?.content ?? ''

const factSentence = /FAIT-\d+[^.\n]*\.( \[\d+\])*/g
const passageHeading = /^\[(\d+)\]$/

/** Returns the planted facts of the numbered passages or notes, each with the number of its passage; RIEN without any. */
export function factsIn(body: ReadingRequest): string[] {
  const facts: string[] = []
  let number = ''
  for (const line of instructionsOf(body).split('\n')) {
    number = passageHeading.exec(line)?.[1] ?? number
    for (const [fact, cited] of line.matchAll(factSentence)) facts.push(`- ${fact}${cited === undefined ? ` [${number}]` : ''}\n`)
  }
  return facts.length > 0 ? facts : ['RIEN']
}

/** Returns the number of the requested part; NaN for other requests. */
export const partIn = (body: ReadingRequest): number => Number(/\(Partie (\d+) sur/.exec(body.messages?.at(-1)?.content ?? '')?.[1])

/** Returns the lines between the first fences in capitals, like a translation that keeps the whole text. */
export function transformedIn(body: ReadingRequest): string[] {
  const text = /^(`{3,})\n([\s\S]*?)\n\1$/m.exec(instructionsOf(body))?.[2] ?? ''
  return text.toUpperCase().split(/(?<=\n)/)
}
