import { recordingLimits } from '@parvis/contract'
import { Check, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './Recorder.module.css'
import { duration, type Recording } from './recording.ts'
import { useDictation, type DictationInput } from './use-dictation.ts'

/** Bar of a dictation, under the field. */
export function Recorder(props: DictationInput) {
  const { step, recording, send, stop, cancel } = useDictation(props)
  const bar = useRef<HTMLDivElement>(null)
  // The pressed button is disabled meanwhile: the keyboard goes on here.
  useEffect(() => {
    bar.current?.querySelector<HTMLElement>('button:last-of-type')?.focus({ preventScroll: true })
  }, [step.kind])
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label="Dictée">
      {step.kind === 'asking' && <p className={styles.words}>Le navigateur demande le micro…</p>}
      {step.kind === 'recording' && <Meter recording={recording} />}
      {step.kind === 'sending' && <p className={styles.words}>Écriture de votre dictée…</p>}
      {step.kind === 'failed' && (
        <p className={styles.failure} role="alert">
          {step.sentence}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="s" variant="quiet" icon={<X aria-hidden />} onPress={cancel}>
          {step.kind === 'failed' ? 'Fermer' : 'Annuler'}
        </Button>
        {step.kind === 'recording' && (
          <Button size="s" variant="primary" icon={<Check aria-hidden />} onPress={() => void stop()}>
            Terminer
          </Button>
        )}
        {step.kind === 'failed' && step.sound !== null && (
          <Button size="s" icon={<RotateCw aria-hidden />} onPress={() => step.sound && void send(step.sound)}>
            Renvoyer
          </Button>
        )}
      </div>
    </div>
  )
}

/** Volume of the voice and elapsed time. Neither is announced by a screen reader; with reduced motion they change once per second. */
function Meter({ recording }: { recording: RefObject<Recording | null> }) {
  const [seconds, setSeconds] = useState(0)
  const level = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const start = performance.now()
    const every = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1_000 : 100
    const timer = setInterval(() => {
      setSeconds(Math.floor((performance.now() - start) / 1_000))
      if (level.current) level.current.style.transform = `scaleX(${recording.current?.level() ?? 0})`
    }, every)
    return () => clearInterval(timer)
  }, [recording])
  return (
    <>
      <span className={styles.meter} aria-hidden>
        <span ref={level} />
      </span>
      <p className={styles.words} role="timer" aria-label="Durée de l’enregistrement">
        {duration(seconds)} / {duration(recordingLimits.seconds)}
      </p>
    </>
  )
}
