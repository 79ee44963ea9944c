import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { IconButton } from './IconButton.tsx'
import { useAnnounce } from './feedback/StatusRegion.tsx'

/** Time the confirmation stays, in milliseconds (specification, chapter 9). */
const confirmedFor = 2000

interface CopyButtonProps {
  /** The text, or how to get it at the time of the click. */
  text: string | (() => string)
  label?: string
  size?: 'm' | 's'
}

/** Copies, and says so for two seconds. */
export function CopyButton({ text, label = 'Copier', size = 's' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)
  const announce = useAnnounce()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), confirmedFor)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    const isDone = await copyText(typeof text === 'string' ? text : text())
    setOutcome(isDone ? 'done' : 'refused')
    announce(isDone ? 'Copié' : 'La copie a été refusée par le navigateur')
  }

  const name = outcome === 'done' ? 'Copié' : outcome === 'refused' ? 'Copie refusée' : label
  return (
    <IconButton label={name} size={size} onPress={() => void copy()}>
      {outcome === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  )
}
