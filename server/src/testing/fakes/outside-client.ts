/** A response. `json` is its parsed body if the content type is JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- this client knows no type of ours: each test says what it finds
type OutsideAnswer = { status: number; headers: Headers; text: string; json: any }

export type OutsideClient = {
  send(method: string, path: string, body?: unknown): Promise<OutsideAnswer>
  sendForm(path: string, form: FormData): Promise<OutsideAnswer>
}

/**
 * Creates a client independent of the contract: it sends the literal paths and payloads of the specification over a socket, so that a change of the
 * contract that breaks the public API is noticed.
 * @param base URL of the server, without `/api`
 * @param token bearer token of every request; omitted: none
 */
export function outsideClient(base: string, token?: string): OutsideClient {
  const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = async (method: string, path: string, init: RequestInit): Promise<OutsideAnswer> => {
    const response = await fetch(`${base}/api${path}`, { method, ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }
  return {
    send: (method, path, body) =>
      send(method, path, {
        headers: body === undefined ? bearer : { ...bearer, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    sendForm: (path, form) => send('POST', path, { headers: bearer, body: form }),
  }
}
