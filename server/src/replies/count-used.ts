import type { Llm, LlmRequest, LlmResult } from '../platform/llm/port.ts'

/** Tokens that calls of a model used; `estimated_tokens` of both together are our estimate. */
export type Used = { prompt_tokens: number; completion_tokens: number; estimated_tokens: number }

export const usedNothing: Used = { prompt_tokens: 0, completion_tokens: 0, estimated_tokens: 0 }

export const addUsed = (one: Used, other: Used): Used => ({
  prompt_tokens: one.prompt_tokens + other.prompt_tokens,
  completion_tokens: one.completion_tokens + other.completion_tokens,
  estimated_tokens: one.estimated_tokens + other.estimated_tokens,
})

/** UTF-16 units to a token, where nobody counted them. */
const unitsPerToken = 4

/**
 * One call of the model, which tells what it used however it ends: as the server counts it, else as an estimate. A call that failed without a
 * word used nothing, unless we broke it off: the model may then have read it all. One that was broken off before it began was not made.
 * @param tell called once at the most, before this settles; `isCut` where the call rejects
 * @throws {LlmError} as `complete`
 */
export async function completeCounted(llm: Llm, request: LlmRequest, tell: (used: Used, isCut: boolean) => void): Promise<LlmResult> {
  let heard = 0
  const wasStopped = request.signal.aborted
  const estimated = (): Used => {
    const asked = request.messages.reduce((sum, { content }) => sum + content.length, 0)
    const [prompt_tokens, completion_tokens] = [Math.ceil(asked / unitsPerToken), Math.ceil(heard / unitsPerToken)]
    return { prompt_tokens, completion_tokens, estimated_tokens: prompt_tokens + completion_tokens }
  }
  let result: LlmResult
  try {
    result = await llm.complete({
      ...request,
      onDelta(text) {
        heard += text.length
        request.onDelta(text)
      },
    })
  } catch (error) {
    if (heard > 0 || (request.signal.aborted && !wasStopped)) tell(estimated(), true)
    throw error
  }
  tell(result.usage === null ? estimated() : { ...result.usage, estimated_tokens: 0 }, false)
  return result
}
