import { routes, validUntilSentence, type LibraryDocument } from '@parvis/contract'
import { useState } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { hasFieldErrors } from '../../api/transport/field-errors.ts'
import { call } from '../../api/browser.ts'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { CategoryField } from './CategoryField.tsx'
import { ValidityFields } from './dates/ValidityFields.tsx'
import styles from './DocumentBase.module.css'
import { changesOf, editableFields, type EditableDocument } from './document-list.ts'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import { documentsChanged, refreshIfMissing } from './use-documents.ts'

interface EditDialogProps {
  document: LibraryDocument
  categories: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** Dialog that edits the category and the description (specification, chapter 2), and the dates. */
export function EditDialog({ document, categories, onClose, onDone }: EditDialogProps) {
  const [values, setValues] = useState(() => editableFields(document))
  const change = (changes: Partial<EditableDocument>) => setValues((current) => ({ ...current, ...changes }))
  const changes = changesOf(document, { ...values, category: values.category.trim() })
  const confirmLeave = useUnsaved(Object.keys(changes).length > 0)
  const close = () => confirmLeave(onClose)
  const { formProps, errors, failure, isPending } = useSubmission<keyof EditableDocument>({
    check: () => ({
      ...(values.category.trim() === '' && { category: 'La catégorie est obligatoire' }),
      ...(values.valid_from !== '' && values.valid_until !== '' && values.valid_until < values.valid_from && { valid_until: validUntilSentence }),
    }),
    send: async () => void (await call(routes.documents.update, { params: { id: document.id }, body: changes })),
    onDone,
    describe: (error) => {
      refreshIfMissing(error)
      // A colleague has added a version meanwhile: the choices of the field « Remplace » are fetched again.
      if (error instanceof ApiError && error.code === 'documents.already_superseded') documentsChanged()
      return hasFieldErrors(error) ? null : describeDocumentError(error, documentMessages.update)
    },
  })

  return (
    <Dialog
      isOpen
      onClose={close}
      isBusy={isPending}
      title={`Modifier «\u00a0${document.original_filename}\u00a0»`}
      actions={<FormActions onCancel={close} isPending={isPending} form={formProps.id} verb="Enregistrer" />}
    >
      <form {...formProps} className={styles.form}>
        {failure && <Banner tone="error">{failure}</Banner>}
        <CategoryField categories={categories} value={values.category} onChange={(category) => change({ category })} error={errors.category} />
        <TextArea
          label="Description"
          hint="Elle aide vos collègues à retrouver le document."
          value={values.description}
          onChange={(description) => change({ description })}
          error={errors.description}
          maxLength={2_000}
        />
        <ValidityFields document={document} values={values} onChange={change} errors={errors} />
      </form>
    </Dialog>
  )
}
