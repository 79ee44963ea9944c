/** Port of an embeddings server: texts in, one vector for each text out. */

import type { ModelLevel } from '@parvis/contract'

/** Purpose of an embedding: a question, which a person waits for, or a passage, indexed in the background. */
export type EmbedPurpose = 'question' | 'passage'

declare const maskedText: unique symbol

/** Text that crossed the masking. Only `maskedEmbeddings` makes one. */
type MaskedText = string & { readonly [maskedText]: true }

export type Embeddings = {
  /** Address of the server, as configured. With the model, it identifies a set of compatible embeddings. */
  server: string
  /** Confidentiality level: what needs a higher one is never sent to it. */
  level: ModelLevel
  /** Host name, for logs. */
  host: string
  model: string
  /**
   * Returns one vector for each text, in order, all of the same length. `model` overrides the configured model. `isMasked`: the texts are of a masked
   * conversation.
   * @throws {EmbeddingsError}
   */
  embed(texts: readonly string[], options: EmbedOptions & { isMasked?: boolean | undefined }): Promise<Float32Array[]>
  close(): Promise<void>
}

type EmbedOptions = { purpose: EmbedPurpose; signal?: AbortSignal; model?: string }

/** Client of an embeddings server. It receives masked texts only: another one is a type error. */
export type EmbeddingsClient = Omit<Embeddings, 'embed'> & { embed(texts: readonly MaskedText[], options: EmbedOptions): Promise<Float32Array[]> }

/** Returns texts with personal data masked, or as they are when the server may receive them. A rejection means that nothing may be sent. */
export type MaskForVectors = (texts: readonly string[], request: { purpose: EmbedPurpose; level: ModelLevel; isMasked: boolean }) => Promise<readonly string[]>

/** Creates the embeddings of a server that receives masked texts. */
export const maskedEmbeddings = (client: EmbeddingsClient, mask: MaskForVectors): Embeddings => ({
  ...client,
  async embed(texts, { isMasked = false, ...options }) {
    const masked = await mask(texts, { purpose: options.purpose, level: client.level, isMasked }).catch((cause: unknown) => {
      throw new EmbeddingsError('embeddings.masking_failed', client.host, { cause })
    })
    return client.embed(masked as readonly MaskedText[], options)
  },
})

type EmbeddingsErrorCode =
  | 'embeddings.unreachable' // no connection, or a 5xx
  | 'embeddings.overloaded' // 429, 503
  | 'embeddings.timeout'
  | 'embeddings.refused' // any other 4xx: key, model name, size of the texts
  | 'embeddings.bad_answer' // not the protocol, or vectors that do not fit together
  | 'embeddings.masking_failed' // personal data could not be masked: nothing was sent
  | 'embeddings.aborted' // by the request's own signal, or because the process stops

const sentences: Record<EmbeddingsErrorCode, string> = {
  'embeddings.unreachable': 'Le serveur de vecteurs ne répond pas.',
  'embeddings.overloaded': 'Le serveur de vecteurs est surchargé.',
  'embeddings.timeout': 'Le serveur de vecteurs a mis trop de temps à répondre.',
  'embeddings.refused': 'Le serveur de vecteurs a refusé la demande : vérifiez la clé et le nom du modèle.',
  'embeddings.bad_answer': 'La réponse du serveur de vecteurs n’est pas celle du protocole attendu.',
  'embeddings.masking_failed': 'Les données personnelles n’ont pas pu être masquées : rien n’a été envoyé au serveur de vecteurs.',
  'embeddings.aborted': 'La demande au serveur de vecteurs a été interrompue.',
}

/** Failure of the embeddings server. It contains at most the host and the HTTP status: never the key, a text, or the body of the answer. */
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError'
  readonly code: EmbeddingsErrorCode
  readonly host: string
  readonly status: number | null
  /** Delay requested by the server, in milliseconds. */
  readonly retryAfterMs: number

  constructor(code: EmbeddingsErrorCode, host: string, options: { status?: number; retryAfterMs?: number; cause?: unknown } = {}) {
    super(`${sentences[code]} (${host}${options.status === undefined ? '' : `, HTTP ${options.status}`})`, { cause: options.cause })
    this.code = code
    this.host = host
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
