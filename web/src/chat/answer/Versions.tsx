import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ChatMessage } from '../chat-state.ts'
import styles from './Versions.module.css'

/** Buttons that go through the versions of a message. They wrap around, so that no button disappears while it has the focus. */
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
