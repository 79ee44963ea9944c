import { maskingLimits } from '@parvis/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import styles from './Masking.module.css'

interface PassageFieldProps {
  /** Passage selected in the message before opening; empty: none. */
  passage: string
  isSaving: boolean
  onMask: (passage: string) => void
}

/** Field for a passage to mask too: the one selected in the message, or one that the person types. */
export function PassageField({ passage, isSaving, onMask }: PassageFieldProps) {
  const [typed, setTyped] = useState(passage)
  const chosen = typed.trim()
  const isTooLong = chosen.length > maskingLimits.value
  return (
    <form
      className={styles.passage}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== '' && !isTooLong) onMask(chosen)
      }}
    >
      <TextArea
        label="Masquer aussi un passage"
        hint="Tel qu’il est écrit dans votre message. Vous pouvez aussi le sélectionner dans la conversation."
        error={isTooLong ? `Un passage tient en ${maskingLimits.value} caractères\u00a0: choisissez-en un plus court.` : undefined}
        rows={2}
        value={typed}
        onChange={setTyped}
        isReadOnly={isSaving}
      />
      <Button size="s" type="submit" isDisabled={chosen === '' || isTooLong} isPending={isSaving}>
        Masquer ce passage
      </Button>
    </form>
  )
}
