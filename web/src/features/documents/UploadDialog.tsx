import { acceptedExtensions, defaultDocumentCategory, type LibraryDocument } from '@parvis/contract'
import { CircleCheck, FileText, X } from 'lucide-react'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { leaveUploadTexts } from '../../chat/files/file-rules.ts'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, FormActions } from '../../ui/overlays/Dialog.tsx'
import { FileDrop } from '../../ui/files/FileDrop.tsx'
import { formatSize, plural } from '../../ui/words/formats.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { CategoryField } from './CategoryField.tsx'
import { NewVersionChoice } from './dates/NewVersionChoice.tsx'
import styles from './DocumentBase.module.css'
import { documentMessages } from './document-messages.ts'
import { sendLabel, sendableFiles, type QueuedFile } from './upload-queue.ts'
import { useUploadQueue } from './use-upload-queue.ts'

interface UploadDialogProps {
  categories: readonly string[]
  /** Names of the `categories` that are not open to everybody. */
  restrictedCategories: readonly string[]
  onClose: () => void
  /** Called after each upload in which files were stored. */
  onArrived: (sentence: string) => void
}

const accept = acceptedExtensions.map((extension) => `.${extension}`)

export function UploadDialog({ categories, restrictedCategories, onClose, onArrived }: UploadDialogProps) {
  const { queue, isSending, add, remove, send } = useUploadQueue()
  const [category, setCategory] = useState<string>(defaultDocumentCategory)
  const [description, setDescription] = useState('')
  const [replaced, setReplaced] = useState<ReadonlyMap<string, LibraryDocument>>(new Map())
  const isBegun = isSending || queue.some(({ state }) => state === 'waiting') || description.trim() !== ''
  const confirmLeave = useUnsaved(isBegun, undefined, isSending ? leaveUploadTexts : undefined)
  const close = () => confirmLeave(onClose)
  const [failure, setFailure] = useState<string | null>(null)
  const [categoryError, setCategoryError] = useState<string | null>(null)
  const form = useId()

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Enter in the category field submits the form even while the button is pending.
    if (isSending) return
    if (sendableFiles(queue).length === 0) return setFailure(documentMessages.fileRequired)
    setCategoryError(category.trim() === '' ? 'La catégorie est obligatoire' : null)
    if (category.trim() === '') return
    setFailure(null)
    const { done, failed, late } = await send(category.trim(), description, new Map([...replaced].map(([key, { id }]) => [key, id])))
    if (done > 0) onArrived(done === 1 ? documentMessages.uploaded : `${plural(done, 'document')} chargés dans la bibliothèque`)
    if (done > 0 && failed + late === 0) onClose()
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      isBusy={isSending}
      title="Ajouter des documents"
      actions={<FormActions onCancel={close} isPending={isSending} form={form} verb={sendLabel(queue)} pendingLabel="Chargement…" />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <FileDrop
          label="Déposez vos documents ici"
          hint="PDF, DOC, TXT, CSV, XLS, et aussi DOCX, ODT, XLSX, ODS, PPTX, courriels et images."
          allowsMultiple
          accept={accept}
          isDisabled={isSending}
          onFiles={(files) => {
            setFailure(null)
            add(files)
          }}
        />
        {queue.length > 0 && (
          <ul className={styles.queue} aria-label="Fichiers choisis">
            {queue.map((entry) => (
              <QueueRow key={entry.key} entry={entry} isSending={isSending} onRemove={() => remove(entry.key)}>
                <NewVersionChoice
                  file={entry.file}
                  replaced={replaced.get(entry.key) ?? null}
                  onChange={(document) =>
                    setReplaced(
                      (current) => new Map([...[...current].filter(([key]) => key !== entry.key), ...(document ? [[entry.key, document] as const] : [])]),
                    )
                  }
                  isDisabled={isSending}
                />
              </QueueRow>
            ))}
          </ul>
        )}
        <CategoryField categories={categories} value={category} onChange={setCategory} error={categoryError} />
        <Audience category={category.trim()} restrictedCategories={restrictedCategories} />
        <TextArea
          label="Description"
          hint="Facultative. Elle vaut pour tous les fichiers choisis."
          value={description}
          onChange={setDescription}
          maxLength={2_000}
          rows={2}
        />
      </form>
    </Dialog>
  )
}

/** States who will read the files before they are sent: the name of a category might suggest that it is private. */
function Audience({ category, restrictedCategories }: { category: string; restrictedCategories: readonly string[] }) {
  const where = category === '' ? 'dans cette catégorie' : `dans «\u00a0${category}\u00a0»`
  // Category names are compared without case nor accents, as on the server.
  const isRestricted = restrictedCategories.some((name) => name.localeCompare(category, 'fr', { sensitivity: 'base' }) === 0)
  return (
    <Banner tone="info">
      <p>
        <strong>Qui les lira&nbsp;: {isRestricted ? 'les personnes à qui cette catégorie est ouverte' : 'toutes les personnes qui ont un compte'}.</strong>{' '}
        {`Classés ${where}, ces fichiers pourront être ouverts et téléchargés par chacune, et les réponses de l’IA en citeront des passages.`}
      </p>
      <p>
        Pour un document que vous seul devez lire, chargez-le dans <Link to={paths.documentChat}>Document</Link>.
      </p>
    </Banner>
  )
}

function QueueRow({ entry, isSending, onRemove, children }: { entry: QueuedFile; isSending: boolean; onRemove: () => void; children: ReactNode }) {
  const { file, state, progress, failure } = entry
  return (
    <li className={styles.entry} data-state={state}>
      {state === 'done' ? <CircleCheck aria-hidden /> : <FileText aria-hidden />}
      <div className={styles.entryText}>
        <span className={styles.entryName}>{file.name}</span>
        {state === 'sending' ? (
          <ProgressBar label={progress >= 100 ? 'Enregistrement…' : 'Envoi…'} value={progress >= 100 ? undefined : Math.round(progress)} />
        ) : (
          <span className={styles.entryNote} role={failure ? 'alert' : undefined}>
            {failure ?? (state === 'done' ? 'Chargé' : formatSize(file.size))}
          </span>
        )}
        {state !== 'done' && state !== 'sending' && children}
      </div>
      {state !== 'done' && state !== 'sending' && <IconButton icon={X} label={`Retirer ${file.name}`} size="s" isDisabled={isSending} onPress={onRemove} />}
    </li>
  )
}
