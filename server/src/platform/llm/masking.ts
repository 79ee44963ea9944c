import type { MaskedData, ModelLevel } from '@parvis/contract'
import { LlmError, type LlmClient, type LlmMessage, type LlmRequest, type LlmResult, type MaskedRequest } from './port.ts'

/** Restores the values of labels in a streamed text. */
export type LabelRestorer = {
  /** Returns the text that can be shown: all but a suffix that may be the beginning of a label. */
  push(text: string): string
  /** Returns the rest of the text, at its end. */
  end(): string
}

/** Texts with labels in place of personal data. */
export type MaskedTexts = {
  /** In the order of the texts given. */
  texts: readonly string[]
  /** Whether a text contains a label. */
  hasLabels: boolean
  restorer(): LabelRestorer
  /** Called once the answer ended, or failed after its first text. Never rejects. */
  finish(): Promise<void>
}

/** Masking of the texts of one request, for one conversation. */
export type RequestMasking = {
  /**
   * Masks texts for a server of this level. Null when they may be sent as they are. A rejection means that nothing may be sent.
   */
  mask(texts: readonly string[], level: ModelLevel): Promise<MaskedTexts | null>
  /** Returns what was masked in the last question, and restored in the last answer. Without fields when nothing was to be masked. */
  masked(): MaskedTurn
}

/** Data masked in a question and restored in its reply. */
export type MaskedTurn = { masked?: MaskedData[]; masked_question?: MaskedData[] }

/** Instruction about labels, added to the system message. It names no label, so that a model does not copy one. */
const labelInstruction =
  'Dans cet échange, des données personnelles sont remplacées par des étiquettes entre crochets\u00a0: un mot en capitales (PERSONNE, COURRIEL, TELEPHONE, NIR, IBAN, ADRESSE…), un tiret bas et un numéro. Une même étiquette désigne toujours la même donnée. Recopiez-les exactement, avec leurs crochets, là où la donnée doit paraître\u00a0; n’en inventez pas et n’essayez pas de deviner ce qu’elles cachent. Si la demande exige la donnée elle-même (vérifier ou calculer la clé d’un numéro, l’épeler, la comparer, en déduire quelque chose), dites que cette donnée vous est masquée.'

/** Calls a client with the texts of a request masked, and restores its answer. @throws {LlmError} also `llm.masking_failed`: nothing was sent */
export async function completeMasked(
  client: LlmClient,
  model: { level: ModelLevel; host: string | null },
  request: LlmRequest,
  masking: RequestMasking,
): Promise<LlmResult> {
  if (model.host === null) return client.complete(request as MaskedRequest)
  const result = await masking
    .mask(
      request.messages.map(({ content }) => content),
      model.level,
    )
    .catch((cause: unknown) => {
      throw new LlmError('llm.masking_failed', { cause })
    })
  if (result === null) return client.complete(request as MaskedRequest)
  if (result.texts.length !== request.messages.length) throw new LlmError('llm.masking_failed')
  const restorer = result.restorer()
  let hasImages = request.messages.some(({ images }) => images !== undefined)
  const send = (text: string) => {
    if (text === '') return
    // The pixels of an image cannot be masked: it is not sent.
    if (hasImages) request.onAnswering?.({ readsImages: false })
    hasImages = false
    request.onDelta(text)
  }
  const { onAnswering: _, ...rest } = request
  const masked = { ...rest, messages: maskedMessages(request.messages, result), onDelta: (text: string) => send(restorer.push(text)) }
  try {
    const answer = await client.complete(masked as LlmRequest as MaskedRequest)
    send(restorer.end())
    return answer
  } catch (error) {
    if (error instanceof LlmError && error.afterFirstDelta) send(restorer.end())
    throw error
  } finally {
    await result.finish()
  }
}

/** Returns the messages with their masked texts, without images, and with the instruction about labels in the system message. */
function maskedMessages(messages: readonly LlmMessage[], { texts, hasLabels }: MaskedTexts): LlmMessage[] {
  const result = messages.map(({ role }, at): LlmMessage => ({ role, content: texts[at]! }))
  if (!hasLabels) return result
  const system = result.findIndex(({ role }) => role === 'system')
  if (system < 0) return [{ role: 'system', content: labelInstruction }, ...result]
  return result.with(system, { role: 'system', content: `${result[system]!.content}\n\n${labelInstruction}` })
}
