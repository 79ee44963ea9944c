import { routes } from '@parvis/contract'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { call } from '../../api/browser.ts'
import { ApiError, isAbort, isTemporary, sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { replaceText } from '../prompts/write-in-field.ts'
import { microphoneFailure, spacedText, startRecording, type Recording } from './recording.ts'

export interface DictationInput {
  /** Field in which the text is inserted, at the caret. */
  area: RefObject<HTMLTextAreaElement | null>
  conversationId: string | undefined
  onClose: () => void
}

/** Step of a dictation. `failed`: `sound` is the recording that can be sent again; null when there is none. */
type DictationStep = { kind: 'asking' } | { kind: 'recording' } | { kind: 'sending' } | { kind: 'failed'; sentence: string; sound: Blob | null }

const nothingHeard = 'Rien n’a été entendu. Rapprochez-vous du micro, puis recommencez.'

/** Records a voice, sends it once for transcription, and inserts the text. The recording stays in the memory of the page, and ends with the component. */
export function useDictation({ area, conversationId, onClose }: DictationInput) {
  const announce = useAnnounce()
  const [step, setStep] = useState<DictationStep>({ kind: 'asking' })
  const recording = useRef<Recording | null>(null)
  const request = useRef<AbortController | null>(null)

  async function send(sound: Blob) {
    setStep({ kind: 'sending' })
    announce('Enregistrement terminé, le texte arrive')
    const { signal } = (request.current = new AbortController())
    try {
      const { text } = await call(routes.transcriptions.create, { body: formOf(sound, conversationId), signal })
      if (text === '') return setStep({ kind: 'failed', sentence: nothingHeard, sound: null })
      insert(area.current, text)
      announce('Texte inséré dans le message')
      onClose()
    } catch (error) {
      if (isAbort(error)) return
      // The microphone gave no sound: the file of the recorder is empty.
      if (error instanceof ApiError && error.code === 'transcriptions.not_sound') return setStep({ kind: 'failed', sentence: nothingHeard, sound: null })
      const sentence = sentenceOf(error, 'La dictée n’a pas pu être écrite. Recommencez, ou écrivez votre texte.')
      setStep({ kind: 'failed', sentence, sound: isTemporary(error) ? sound : null })
    }
  }
  async function stop() {
    const current = recording.current
    recording.current = null
    if (current === null) return
    const { signal } = (request.current = new AbortController())
    setStep({ kind: 'sending' })
    const sound = await current.stop()
    if (!signal.aborted) await send(sound)
  }
  function cancel() {
    if (step.kind !== 'failed') announce('Dictée annulée')
    area.current?.focus({ preventScroll: true })
    onClose()
  }

  const onLimit = useEffectEvent(() => void stop())
  const onStarted = useEffectEvent((started: Recording) => {
    recording.current = started
    setStep({ kind: 'recording' })
    announce('Enregistrement commencé')
  })
  useEffect(() => {
    const mounted = new AbortController()
    startRecording(mounted.signal, () => onLimit()).then(
      (started) => (mounted.signal.aborted ? started.cancel() : onStarted(started)),
      (error: unknown) => mounted.signal.aborted || setStep({ kind: 'failed', sentence: microphoneFailure(error), sound: null }),
    )
    return () => {
      mounted.abort()
      recording.current?.cancel()
      recording.current = null
      request.current?.abort()
    }
  }, [])
  return { step, recording, send, stop, cancel }
}

function formOf(sound: Blob, conversationId: string | undefined): FormData {
  const form = new FormData()
  if (conversationId !== undefined) form.set('conversation_id', conversationId)
  form.set('file', sound, 'dictee')
  return form
}

function insert(field: HTMLTextAreaElement | null, text: string): void {
  if (field === null) return
  const range = { start: field.selectionStart, end: field.selectionEnd }
  replaceText(field, range, spacedText(field.value, range, text))
}
