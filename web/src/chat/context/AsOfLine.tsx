import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import type { Chat } from '../machine/effects.ts'
import { changeAsOf, nothingChangedSentence } from './as-of.ts'
import { asOfSentence } from './context-changes.ts'
import styles from './AsOf.module.css'

/** Line under the header of a conversation that asks its questions at another day than today. */
export function AsOfLine({ chat, day }: { chat: Chat; day: string }) {
  const announce = useAnnounce()
  const [failure, setFailure] = useState<string | null>(null)
  async function reset() {
    try {
      await changeAsOf(chat, null)
      announce(asOfSentence(null))
    } catch (error) {
      setFailure(sentenceOf(error, nothingChangedSentence))
    }
  }
  return (
    <>
      <p className={styles.line}>
        <CalendarClock aria-hidden />
        <span>
          {asOfSentence(day)}. <TextButton onPress={() => void reset()}>Revenir à aujourd’hui</TextButton>
        </span>
      </p>
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
    </>
  )
}
