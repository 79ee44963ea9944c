import type { Llm, LlmRequest, LlmResult } from '../platform/llm/port.ts'

/** Tokens used by model calls. `estimated_tokens` is the share of the other two that was estimated from the text length. */
export type Used = { prompt_tokens: number; completion_tokens: number; estimated_tokens: number }

export const usedNothing: Used = { prompt_tokens: 0, completion_tokens: 0, estimated_tokens: 0 }

export const addUsed = (one: Used, other: Used): Used => ({
  prompt_tokens: one.prompt_tokens + other.prompt_tokens,
  completion_tokens: one.completion_tokens + other.completion_tokens,
  estimated_tokens: one.estimated_tokens + other.estimated_tokens,
})

/** UTF-16 units per token, for estimates. */
const unitsPerToken = 4

/**
 * Calls the model and reports the tokens used, whether the call succeeds or fails: the model server's count, or an estimate when it gives none.
 * A call that failed before any text reports nothing, unless it was aborted on our side while it ran: the model may have read the whole prompt.
 * @param tell called at most once, before this settles; `isCut` is true when the call rejects
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
