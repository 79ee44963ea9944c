import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ChatMessage } from '../chat-state.ts'
import styles from './Versions.module.css'

/** The versions of a turn, one after another, the first after the last: no button goes away under the focus. */
export function Versions({ message, onShow }: { message: ChatMessage; onShow: (message: ChatMessage, id: string) => void }) {
  const { versions, id } = message
  const count = versions.length
  const at = id === null ? -1 : versions.indexOf(id)
  if (count < 2 || at === -1) return null
  const show = (which: number) => onShow(message, versions[(which + count) % count]!)
  const what = message.role === 'user' ? 'de votre message' : 'de la réponse'
  return (
    <div className={styles.versions} role="group" aria-label={`Versions ${what}`}>
      <IconButton icon={ChevronLeft} label="Version précédente" size="s" onPress={() => show(at - 1)} />
      <span className={styles.place}>{`${at + 1}/${count}`}</span>
      <IconButton icon={ChevronRight} label="Version suivante" size="s" onPress={() => show(at + 1)} />
    </div>
  )
}
