/** What the application knows of a server of vectors: texts go in, one vector for each comes out. */

/** A question is waited for by a person; passages are indexed behind the scenes. */
export type EmbedPurpose = 'question' | 'passage'

export type Embeddings = {
  /** Address of the server, as the operator gave it: with the model, what tells one set of vectors from another. */
  server: string
  /** Name of the machine, for logs. */
  host: string
  model: string
  /**
   * One vector for each text, in order, all of one length. `model` names another model of the same server.
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

/** Why vectors could not be had. It names the host and the HTTP status at most: never the key, a text, nor what the server said. */
export class EmbeddingsError extends Error {
  override readonly name = 'EmbeddingsError'
  readonly code: EmbeddingsErrorCode
  readonly host: string
  readonly status: number | null
  /** What the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number

  constructor(code: EmbeddingsErrorCode, host: string, options: { status?: number; retryAfterMs?: number; cause?: unknown } = {}) {
    super(`${sentences[code]} (${host}${options.status === undefined ? '' : `, HTTP ${options.status}`})`, { cause: options.cause })
    this.code = code
    this.host = host
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
