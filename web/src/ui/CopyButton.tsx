import { constants } from '@parvis/contract'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'
import { useAnnounce } from './feedback/StatusRegion.tsx'

interface CopyButtonProps {
  /** The text, or how to get it at the time of the click. */
  text: string | (() => string)
  /** The same text with its form, for what can show it. */
  html?: () => string
  label?: string
  /** What is said once it is copied. */
  done?: string
  size?: 'm' | 's'
}

/** Copies, and says so for two seconds. */
export function CopyButton({ text, html, label = 'Copier', done = 'Copié', size = 's' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)
  const announce = useAnnounce()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), constants.copyConfirmationMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    const isDone = await copyText(typeof text === 'string' ? text : text(), html?.())
    setOutcome(isDone ? 'done' : 'refused')
    announce(isDone ? done : 'La copie a été refusée par le navigateur')
  }

  const name = outcome === 'done' ? 'Copié' : outcome === 'refused' ? 'Copie refusée' : label
  return <IconButton icon={outcome === 'done' ? Check : Copy} label={name} size={size} onPress={() => void copy()} />
}
