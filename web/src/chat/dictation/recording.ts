import { recordingLimits } from '@parvis/contract'

/** Formats of MediaRecorder, in order of preference; each browser has at least one. */
const mediaTypes = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']
/** Bits per second of a voice: five minutes take 1.2 MB. */
const audioBitsPerSecond = 32_000
/** Time given to the first sound of a recording that is ended as soon as it starts. */
const firstSoundMs = 1_000

/** Recording in progress. The microphone is released by `stop` and by `cancel`. */
export interface Recording {
  /** Returns the volume of the voice at this moment, from 0 to 1. */
  level: () => number
  /** Ends the recording, once it has sound or after a second, and resolves to it. */
  stop: () => Promise<Blob>
  cancel: () => void
}

/**
 * Asks for the microphone and starts recording.
 * @param onLimit called after `recordingLimits.seconds`
 * @throws {DOMException} when there is no microphone, or it is refused or taken; {TypeError} where the page cannot ask for one
 */
export async function startRecording(signal: AbortSignal, onLimit: () => void): Promise<Recording> {
  // Browsers give it to secure pages only.
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') throw new TypeError('no microphone on this page')
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 } })
  const release = () => stream.getTracks().forEach((track) => track.stop())
  if (signal.aborted) {
    release()
    throw new DOMException('aborted', 'AbortError')
  }
  const mimeType = mediaTypes.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond, ...(mimeType !== undefined && { mimeType }) })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data))
  const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve(), { once: true }))
  // Browsers dispatch it with the first encoded sound. What is stopped before is a file without a track.
  const hasSound = new Promise<void>((resolve) => recorder.addEventListener('start', () => resolve(), { once: true }))
  const meter = createMeter(stream)
  recorder.start()
  const timer = setTimeout(onLimit, recordingLimits.seconds * 1_000)
  const end = () => {
    clearTimeout(timer)
    // It has stopped by itself if the microphone was unplugged.
    if (recorder.state !== 'inactive') recorder.stop()
    meter.close()
    release()
  }
  return {
    level: meter.level,
    async stop() {
      await Promise.race([hasSound, ended, new Promise((resolve) => setTimeout(resolve, firstSoundMs))])
      end()
      await ended
      return new Blob(parts, { type: recorder.mimeType })
    },
    cancel: end,
  }
}

function createMeter(stream: MediaStream): { level: () => number; close: () => void } {
  const context = new AudioContext()
  // Safari starts it suspended, as the press was before the microphone was given.
  void context.resume()
  const analyser = context.createAnalyser()
  analyser.fftSize = 512
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return {
    level() {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length
      return Math.min(1, Math.sqrt(power) * 5)
    },
    close: () => void context.close(),
  }
}

/** Returns the sentence for a microphone that cannot be used. */
export function microphoneFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return 'Le micro est refusé à cette page. Autorisez-le dans le navigateur, à côté de l’adresse, puis recommencez.'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'Aucun micro n’a été trouvé. Branchez-en un, puis recommencez.'
  if (name === 'NotReadableError' || name === 'AbortError') return 'Le micro ne répond pas\u00a0: une autre application s’en sert peut-être.'
  if (error instanceof TypeError) return 'Ce navigateur ne donne pas de micro à cette page\u00a0: elle doit être en https.'
  return 'L’enregistrement n’a pas pu commencer. Recommencez, ou écrivez votre texte.'
}

/** Formats a number of seconds: « 1:05 ». */
export const duration = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** Returns the text to insert at the selection of a field, with the spaces that separate it from its neighbours. */
export function spacedText(value: string, { start, end }: { start: number; end: number }, text: string): string {
  const before = start > 0 && !/\s$/.test(value.slice(0, start)) ? ' ' : ''
  return before + text + (/^[\p{L}\p{N}«(]/u.test(value.slice(end)) ? ' ' : '')
}
