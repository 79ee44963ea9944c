/** Port of an embeddings server: texts in, one vector for each text out. */

import type { ModelLevel } from '@parvis/contract'

/** Purpose of an embedding: a question, which a person waits for, or a passage, indexed in the background. */
export type EmbedPurpose = 'question' | 'passage'

export type Embeddings = {
  /** Address of the server, as configured. With the model, it identifies a set of compatible embeddings. */
  server: string
  /** Confidentiality level: what needs a higher one is never sent to it. */
  level: ModelLevel
  /** Host name, for logs. */
  host: string
  model: string
  /**
   * Returns one vector for each text, in order, all of the same length. `model` overrides the configured model.
   * @throws {EmbeddingsError}
   */
  embed(texts: readonly string[], options: { purpose: EmbedPurpose; signal?: AbortSignal; model?: string }): Promise<Float32Array[]>
  close(): Promise<void>
}

type EmbeddingsErrorCode =
  | 'embeddings.unreachable' // no connection, or a 5xx
  | 'embeddings.overloaded' // 429, 503
  | 'embeddings.timeout'
  | 'embeddings.refused' // any other 4xx: key, model name, size of the texts
  | 'embeddings.bad_answer' // not the protocol, or vectors that do not fit together
  | 'embeddings.aborted' // by the request's own signal, or because the process stops

const sentences: Record<EmbeddingsErrorCode, string> = {
  'embeddings.unreachable': 'Le serveur de vecteurs ne répond pas.',
  'embeddings.overloaded': 'Le serveur de vecteurs est surchargé.',
  'embeddings.timeout': 'Le serveur de vecteurs a mis trop de temps à répondre.',
  'embeddings.refused': 'Le serveur de vecteurs a refusé la demande : vérifiez la clé et le nom du modèle.',
  'embeddings.bad_answer': 'La réponse du serveur de vecteurs n’est pas celle du protocole attendu.',
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
