import { Pause, Play, Square, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './ReadAloud.module.css'
import { useReading } from './use-reading.ts'

const refusals = {
  remote:
    'Ce navigateur n’a que des voix distantes\u00a0: la réponse serait envoyée à une autre entreprise, et Parvis ne les emploie pas. Installez une voix française sur cet appareil, puis recommencez.',
  none: 'Aucune voix n’est installée sur cet appareil. Ajoutez une voix française dans ses réglages, puis recommencez.',
} as const

/** Controls of an answer that is read aloud. */
export function ReadAloud({ text, onClose }: { text: string; onClose: () => void }) {
  const { step, pause, resume } = useReading(text, onClose)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    bar.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  const refusal = step === 'remote' || step === 'none' ? refusals[step] : null
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label="Lecture de la réponse">
      {refusal !== null && <p role="alert">{refusal}</p>}
      {refusal === null && (
        <Button size="s" icon={step === 'paused' ? <Play aria-hidden /> : <Pause aria-hidden />} onPress={step === 'paused' ? resume : pause}>
          {step === 'paused' ? 'Reprendre' : 'Pause'}
        </Button>
      )}
      <Button size="s" variant="quiet" icon={refusal === null ? <Square aria-hidden /> : <X aria-hidden />} onPress={onClose}>
        {refusal === null ? 'Arrêter la lecture' : 'Fermer'}
      </Button>
    </div>
  )
}
