import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { spokenSentences } from './spoken-sentences.ts'
import { chooseVoice, listVoices } from './voices.ts'

/** State of a reading. `remote`, `none`: the browser has only remote voices, or no voice. */
type ReadingStep = 'starting' | 'reading' | 'paused' | 'remote' | 'none'

/** Ends the reading in progress in this tab: there is one at a time. */
let endCurrent: (() => void) | null = null

/** Reads an answer aloud by a voice of this device, sentence after sentence. Pausing goes back to the beginning of the sentence. */
export function useReading(text: string, onEnd: () => void) {
  const announce = useAnnounce()
  const [sentences] = useState(() => spokenSentences(text))
  const [step, setStep] = useState<ReadingStep>('starting')
  const voice = useRef<SpeechSynthesisVoice | null>(null)
  const position = useRef(0)
  const current = useRef<SpeechSynthesisUtterance | null>(null)

  /** Says the sentence at `position`, then the next ones. */
  function say() {
    const sentence = sentences[position.current]
    if (sentence === undefined || voice.current === null) {
      announce('Lecture terminée')
      return onEnd()
    }
    const utterance = new SpeechSynthesisUtterance(sentence)
    utterance.voice = voice.current
    utterance.lang = voice.current.lang
    utterance.addEventListener('end', () => {
      // A cancelled sentence ends with an event too.
      if (current.current !== utterance) return
      position.current += 1
      say()
    })
    current.current = utterance
    speechSynthesis.speak(utterance)
  }
  function silence() {
    current.current = null
    speechSynthesis.cancel()
  }

  const onVoices = useEffectEvent((voices: SpeechSynthesisVoice[]) => {
    const chosen = chooseVoice(voices)
    if (typeof chosen === 'string') return setStep(chosen)
    voice.current = chosen
    setStep('reading')
    say()
  })
  const end = useEffectEvent(() => onEnd())
  useEffect(() => {
    let isMounted = true
    const stop = () => end()
    endCurrent?.()
    endCurrent = stop
    void listVoices().then((voices) => isMounted && onVoices(voices))
    return () => {
      isMounted = false
      silence()
      if (endCurrent === stop) endCurrent = null
    }
  }, [])
  return {
    step,
    pause() {
      silence()
      setStep('paused')
    },
    resume() {
      setStep('reading')
      say()
    },
  }
}
