import type { Prompt } from '@parvis/contract'
import { Trash2 } from 'lucide-react'
import { useReducer, useRef, type FocusEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { isSecondClick, type Press } from '../../ui/PressButton.tsx'
import styles from './Prompts.module.css'
import { nextPromptDeletion } from './library.ts'
import { promptErrorSentence } from './prompt-errors.ts'
import { useLibraryChanges } from './use-library.ts'

interface DeletePromptButtonProps {
  prompt: Prompt
  onDeleted: () => void
  onFailed: (sentence: string) => void
}

/** Button that deletes after two presses: the first one turns it into « Confirmer ». Cancelling, Escape or losing the focus resets it. */
export function DeletePromptButton({ prompt, onDeleted, onFailed }: DeletePromptButtonProps) {
  const [step, dispatch] = useReducer(nextPromptDeletion, 'idle')
  const { remove } = useLibraryChanges()
  const announce = useAnnounce()
  const group = useRef<HTMLDivElement>(null)

  function cancel() {
    dispatch('cancel')
    announce('Suppression annulée')
    group.current?.querySelector('button')?.focus()
  }

  async function press(event: Press) {
    // The second click of a double click would confirm the deletion.
    if (isSecondClick(event)) return
    dispatch('press')
    if (step === 'idle') return announce(`Pour supprimer le prompt «\u00a0${prompt.name}\u00a0», appuyez sur Confirmer.`)
    if (step === 'deleting') return
    try {
      await remove.mutateAsync(prompt.id)
      onDeleted()
    } catch (error) {
      dispatch('failed')
      onFailed(promptErrorSentence(error, 'delete'))
    }
  }

  const isOutside = (target: EventTarget | null) => !(target instanceof Node && group.current?.contains(target))
  const focusHandlers = {
    onBlur: (event: FocusEvent) => {
      if (isOutside(event.relatedTarget)) dispatch('leave')
    },
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Escape' && step === 'confirming') cancel()
    },
  }

  return (
    <div ref={group} role="group" aria-label="Suppression du prompt" className={styles.deletion}>
      <Button
        {...focusHandlers}
        variant={step === 'idle' ? 'quiet' : 'danger'}
        icon={<Trash2 aria-hidden />}
        onPress={(event) => void press(event)}
        isPending={step === 'deleting'}
        pendingLabel="Suppression…"
      >
        {step === 'idle' ? 'Supprimer' : 'Confirmer'}
      </Button>
      {step === 'confirming' && (
        <Button
          {...focusHandlers}
          onPress={(event) => {
            if (!isSecondClick(event)) cancel()
          }}
        >
          Annuler
        </Button>
      )}
    </div>
  )
}
