import type { MaskedData as Masked } from '@parvis/contract'
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextButton } from '../../ui/TextButton.tsx'
import { MaskedDialog } from './MaskedDialog.tsx'
import styles from './Masking.module.css'
import { maskedSentence, quotedValue, unknownLabelsSentence } from './masking-words.ts'

interface MaskedDataProps {
  /** Data of the message that its model did not receive. */
  masked: readonly Masked[]
  /** Text of the message. */
  text: string
  conversationId: () => string | null
}

/** Line under a question: number of data masked for the model, which opens their list, and the way to mask the selected passage too. */
export function MaskedData({ masked, text, conversationId }: MaskedDataProps) {
  const line = useRef<HTMLDivElement>(null)
  const selected = useSelectionIn(line, text)
  const [opened, setOpened] = useState<{ id: string; passage: string } | null>(null)
  const open = (passage: string) => {
    const id = conversationId()
    if (id !== null) setOpened({ id, passage })
  }
  return (
    <div ref={line} className={styles.line}>
      {selected !== '' && (
        // The press must not clear the selection.
        <TextButton onMouseDown={(event) => event.preventDefault()} aria-haspopup="dialog" onPress={() => open(selected)}>
          {`Masquer aussi ${quotedValue(selected)}`}
        </TextButton>
      )}
      <span>
        <ShieldCheck aria-hidden />
        <TextButton tone="muted" aria-haspopup="dialog" onPress={() => open('')}>
          {maskedSentence(masked)}
        </TextButton>
      </span>
      {opened !== null && <MaskedDialog conversationId={opened.id} masked={masked} text={text} passage={opened.passage} onClose={() => setOpened(null)} />}
    </div>
  )
}

/** Text selected in the message whose line is `line`; empty without one. */
function useSelectionIn(line: React.RefObject<HTMLElement | null>, text: string): string {
  const [selected, setSelected] = useState('')
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection()
      const turn = line.current?.closest('article')
      const isInside = selection?.type === 'Range' && turn?.contains(selection.anchorNode) === true && turn.contains(selection.focusNode)
      const passage = isInside ? selection.toString().trim() : ''
      setSelected(passage !== '' && text.includes(passage) ? passage : '')
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [line, text])
  return selected
}

/** Warning under an answer that has labels which the model invented. */
export function UnknownLabels({ masked }: { masked: readonly Masked[] }) {
  return (
    <p className={styles.unknown}>
      <TriangleAlert aria-hidden size={16} />
      {unknownLabelsSentence(masked)}
    </p>
  )
}
