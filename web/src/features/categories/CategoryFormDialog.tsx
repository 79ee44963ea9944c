import type { ReactNode } from 'react'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { describeCategoryError } from './category-messages.ts'

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
  children: (displayNameError: string | undefined) => ReactNode
}

/** Dialog with the form of a category. What was typed is kept when the server refuses it. */
export function CategoryFormDialog({ title, submitLabel, name, isChanged, onName, nameHint, onSave, onClose, children }: CategoryFormDialogProps) {
  const form = useSubmission<'name' | 'display_name'>({
    check: () => (name.trim() === '' ? { name: 'Donnez un nom à la catégorie' } : {}),
    send: onSave,
    onDone: onClose,
    describe: describeCategoryError,
  })
  return (
    <FormDialog title={title} verb={submitLabel} form={form} isChanged={isChanged} onClose={onClose}>
      <TextField label="Nom" hint={nameHint} value={name} onChange={onName} error={form.errors.name} maxLength={80} isRequired autoFocus />
      {children(form.errors.display_name)}
    </FormDialog>
  )
}
