import { constants } from '@parvis/contract'
import { toHtml, toPlainText } from '@parvis/markdown'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'

/** Copies an answer twice over: formatted for a word processor, plain for the rest. Says so for two seconds. */
export function CopyAnswer({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)
  const announce = useAnnounce()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), constants.copyConfirmationMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    const isDone = await copyText(toPlainText(text), toHtml(text))
    setOutcome(isDone ? 'done' : 'refused')
    announce(isDone ? 'Réponse copiée' : 'La copie a été refusée par le navigateur')
  }

  const label = outcome === 'done' ? 'Copié' : outcome === 'refused' ? 'Copie refusée' : 'Copier la réponse'
  return (
    <IconButton label={label} size="s" onPress={() => void copy()}>
      {outcome === 'done' ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  )
}
