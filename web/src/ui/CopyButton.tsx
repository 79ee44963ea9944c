import { constants } from '@parvis/contract'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'
import { useAnnounce } from './feedback/StatusRegion.tsx'

interface Copies {
  text: string
  html?: string
}

interface CopyButtonProps {
  /** Text to copy, or a function that computes it at the click, with its HTML form for applications that paste formatted text. */
  text: string | (() => Copies | Promise<Copies>)
  label?: string
  /** Sentence announced to screen readers after the copy. */
  copiedAnnouncement?: string
  size?: 'm' | 's'
}

/** Button that copies a text to the clipboard; shows the outcome for `constants.copyConfirmationMs`. */
export function CopyButton({ text, label = 'Copier', copiedAnnouncement = 'Copié', size = 's' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)
  const announce = useAnnounce()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), constants.copyConfirmationMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    const computed = typeof text === 'string' ? { text } : text()
    // A copy must follow the press at once in some browsers: nothing is awaited without need.
    const copies = computed instanceof Promise ? await computed : computed
    const isDone = await copyText(copies.text, copies.html)
    setOutcome(isDone ? 'done' : 'refused')
    announce(isDone ? copiedAnnouncement : 'La copie a été refusée par le navigateur')
  }

  const name = outcome === 'done' ? 'Copié' : outcome === 'refused' ? 'Copie refusée' : label
  return <IconButton icon={outcome === 'done' ? Check : Copy} label={name} size={size} onPress={() => void copy()} />
}
