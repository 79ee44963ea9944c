import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../listen-locally.ts'

type TranscriptionRequest = {
  path: string
  headers: IncomingHttpHeaders
  fields: Record<string, string>
  filename: string
  mediaType: string
  sound: Buffer
}

/** Behaviour of the server for the next requests. */
type TranscriptionConduct =
  | { kind: 'text'; text: string }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'slow'; ms: number }
  | { kind: 'reset' }
  /** Responds with this body and status 200. */
  | { kind: 'body'; body: string }

export type FakeTranscriptionServer = {
  /** Value of TRANSCRIPTION_BASE_URL. */
  baseUrl: string
  requests: TranscriptionRequest[]
  conduct: (next: TranscriptionConduct) => void
  close: () => Promise<void>
}

/** Text that the server hears by default. */
export const heardText = 'Bonjour, quels sont les horaires de la mairie ?'

/** Returns a mono WAV file of silence. @param seconds duration, at 8,000 samples of one byte per second */
export function makeWav(seconds = 1): Buffer {
  const data = Buffer.alloc(seconds * 8_000, 0x80)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** Starts an HTTP server that speaks the OpenAI transcription protocol, correctly or with faults. */
export const startFakeTranscriptionServer = async (): Promise<FakeTranscriptionServer> => {
  const requests: TranscriptionRequest[] = []
  let conduct: TranscriptionConduct = { kind: 'text', text: heardText }
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData()
      const file = form.get('file') as File
      const fields = Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
      const sound = Buffer.from(await file.arrayBuffer())
      requests.push({ path: request.url ?? '', headers: request.headers, fields, filename: file.name, mediaType: file.type, sound })
      const respond = (status: number, body: string, headers = {}): void => void response.writeHead(status, headers).end(body)
      if (conduct.kind === 'status') return respond(conduct.status, 'secret de la maison', conduct.headers)
      if (conduct.kind === 'reset') return void response.socket?.resetAndDestroy()
      if (conduct.kind === 'slow') await sleep(conduct.ms)
      if (conduct.kind === 'body') return respond(200, conduct.body)
      respond(200, JSON.stringify({ text: conduct.kind === 'text' ? conduct.text : heardText }))
    }
    answer().catch(() => response.destroy())
  })
  const port = await listenLocally(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    conduct: (next) => void (conduct = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
