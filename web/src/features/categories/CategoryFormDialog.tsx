import { useState, type ReactNode } from 'react'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { describeRefusal, nameRequired, noRefusal } from './category-messages.ts'

interface CategoryFormDialogProps {
  title: string
  submitLabel: string
  name: string
  /** Something was changed in the form: closing asks for confirmation. */
  isChanged: boolean
  onName: (name: string) => void
  nameHint?: string
  /** Saves the category; a rejected promise is shown beside its field. */
  onSave: () => Promise<void>
  onClose: () => void
  /** Renders the other fields, given the error on the display name. */
  children: (refusedDisplayName: string | null) => ReactNode
}

/** Dialog with the form of a category. What was typed is kept when the server refuses it. */
export function CategoryFormDialog({ title, submitLabel, name, isChanged, onName, nameHint, onSave, onClose, children }: CategoryFormDialogProps) {
  const [refusal, setRefusal] = useState<ReturnType<typeof describeRefusal>>(noRefusal)
  function check(): boolean {
    setRefusal(name.trim() === '' ? nameRequired : noRefusal)
    return name.trim() !== ''
  }
  function describe(error: unknown): string | null {
    const refused = describeRefusal(error, 'La catégorie n’a pas pu être enregistrée. Ce que vous avez écrit est gardé\u00a0; veuillez réessayer.')
    setRefusal(refused)
    return refused.sentence
  }
  return (
    <FormDialog title={title} verb={submitLabel} isChanged={isChanged} check={check} onSend={onSave} describe={describe} onClose={onClose}>
      <TextField label="Nom" hint={nameHint} value={name} onChange={onName} error={refusal.name} maxLength={80} isRequired autoFocus />
      {children(refusal.display_name)}
    </FormDialog>
  )
}
