import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { heardText, makeWav, startFakeTranscriptionServer, type FakeTranscriptionServer } from '../../testing/fakes/fake-transcription-server.ts'
import { createTranscription } from './openai-transcription.ts'
import type { Transcription } from './port.ts'

const wav = { extension: 'wav', mediaType: 'audio/wav' }
let server: FakeTranscriptionServer
let transcription: Transcription
beforeEach(async () => {
  server = await startFakeTranscriptionServer()
  transcription = createTranscription({ base_url: server.baseUrl, api_key: 'clé-privée', model: 'whisper', level: 1 }, 1_000)
})
afterEach(async () => {
  await transcription.close()
  await server.close()
})
const transcribe = (signal = new AbortController().signal) => transcription.transcribe(makeWav(), wav, signal)

describe('a recording', () => {
  it('is sent once, as the protocol says, and comes back as text', async () => {
    expect(await transcribe()).toBe(heardText)
    const [{ path, headers, fields, filename, mediaType, sound }] = server.requests as [(typeof server.requests)[number]]
    expect({ path, fields, filename, mediaType }).toEqual({
      path: '/v1/audio/transcriptions',
      fields: { model: 'whisper', language: 'fr', response_format: 'json' },
      filename: 'dictee.wav',
      mediaType: 'audio/wav',
    })
    expect(headers.authorization).toBe('Bearer clé-privée')
    expect(sound.equals(makeWav())).toBe(true)
  })

  it('in which nothing is heard gives an empty text; control characters are dropped', async () => {
    server.conduct({ kind: 'text', text: ' \n' })
    expect(await transcribe()).toBe('')
    server.conduct({ kind: 'text', text: 'Bon\0jour\u001b\ud800' })
    expect(await transcribe()).toBe('Bon jour \ufffd')
  })
})

describe('a failure', () => {
  it.each([
    [{ kind: 'status', status: 500 }, 'unreachable'],
    [{ kind: 'status', status: 503, headers: { 'retry-after': '0' } }, 'overloaded'],
    [{ kind: 'status', status: 429 }, 'overloaded'],
    [{ kind: 'status', status: 401 }, 'refused'],
    [{ kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'bad_answer'],
    [{ kind: 'reset' }, 'unreachable'],
    [{ kind: 'slow', ms: 5_000 }, 'timeout'],
    [{ kind: 'body', body: '<!doctype html><h1>Bienvenue</h1>' }, 'bad_answer'],
    [{ kind: 'body', body: '{"texte":"x"}' }, 'bad_answer'],
    [{ kind: 'body', body: 'null' }, 'bad_answer'],
    [{ kind: 'body', body: JSON.stringify({ text: 'a'.repeat(600_000) }) }, 'bad_answer'],
  ] as const)('%j is %s after one call, and says nothing of the key or of the answer', async (conduct, reason) => {
    server.conduct(conduct)
    const failure = await transcribe().catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'TranscriptionError', code: `transcriptions.${reason}` })
    expect(String(failure)).not.toMatch(/privée|maison|Bienvenue/)
    expect(server.requests).toHaveLength(1)
  })

  it('nobody listens: unreachable; the signal: aborted; too many at once: overloaded', async () => {
    const nobody = createTranscription({ base_url: 'http://127.0.0.1:9/v1', api_key: null, model: 'm', level: 1 })
    await expect(nobody.transcribe(makeWav(), wav, new AbortController().signal)).rejects.toMatchObject({ code: 'transcriptions.unreachable' })
    await nobody.close()
    const stop = new AbortController()
    server.conduct({ kind: 'slow', ms: 5_000 })
    const stopped = transcribe(stop.signal)
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'transcriptions.aborted' })
    const releases = Array.from({ length: 16 }, () => transcription.reserve())
    expect(() => transcription.reserve()).toThrow(expect.objectContaining({ code: 'transcriptions.overloaded' }) as Error)
    releases[0]!()
    expect(() => transcription.reserve()).not.toThrow()
  })
})
