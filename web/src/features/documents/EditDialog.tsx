import { routes, type LibraryDocument } from '@parvis/contract'
import { useId, useState, type FormEvent } from 'react'
import { ApiError } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { CategoryField } from './CategoryField.tsx'
import styles from './DocumentBase.module.css'
import { changesOf } from './document-list.ts'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import { refreshIfMissing } from './use-documents.ts'

interface EditDialogProps {
  document: LibraryDocument
  categories: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** Dialog that edits the category and the description (specification, chapter 2). */
export function EditDialog({ document, categories, onClose, onDone }: EditDialogProps) {
  const [category, setCategory] = useState(document.category)
  const [description, setDescription] = useState(document.description)
  const confirmLeave = useUnsaved(category !== document.category || description !== document.description)
  const close = () => confirmLeave(onClose)
  const [failure, setFailure] = useState<{ sentence: string | null; category: string | null }>({ sentence: null, category: null })
  const [isPending, setPending] = useState(false)
  const form = useId()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (category.trim() === '') return setFailure({ sentence: null, category: 'La catégorie est obligatoire' })
    setPending(true)
    try {
      await call(routes.documents.update, { params: { id: document.id }, body: changesOf(document, { category: category.trim(), description }) })
      onDone()
    } catch (error) {
      refreshIfMissing(error)
      const refused = error instanceof ApiError ? (error.fields['category'] ?? null) : null
      setFailure({ sentence: refused === null ? describeDocumentError(error, documentMessages.update) : null, category: refused })
      setPending(false)
    }
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      isBusy={isPending}
      title={`Modifier «\u00a0${document.original_filename}\u00a0»`}
      actions={<FormActions onCancel={close} isPending={isPending} form={form} verb="Enregistrer" />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {failure.sentence && <Banner tone="error">{failure.sentence}</Banner>}
        <CategoryField categories={categories} value={category} onChange={setCategory} error={failure.category} />
        <TextArea label="Description" hint="Elle aide vos collègues à retrouver le document." value={description} onChange={setDescription} maxLength={2_000} />
      </form>
    </Dialog>
  )
}
