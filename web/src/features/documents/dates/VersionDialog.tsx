import { acceptedExtensions, routes, type LibraryDocument } from '@parvis/contract'
import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, session } from '../../../api/browser.ts'
import { ApiError } from '../../../api/transport/api-error.ts'
import { fieldErrorsOf } from '../../../api/transport/field-errors.ts'
import { browserUpload, uploadFiles, uploadForm } from '../../../api/transport/upload.ts'
import { useSubmission } from '../../../layout/drafts/use-submission.ts'
import { useUnsaved } from '../../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { FileDrop } from '../../../ui/files/FileDrop.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Dialog, FormActions } from '../../../ui/overlays/Dialog.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { formatSize, localDay } from '../../../ui/words/formats.ts'
import documentStyles from '../DocumentBase.module.css'
import { describeDocumentError, documentMessages } from '../document-messages.ts'
import { documentsChanged } from '../use-documents.ts'
import styles from './Dates.module.css'
import { dayWords } from './validity-words.ts'

interface VersionDialogProps {
  /** Document that the new version replaces. */
  document: LibraryDocument
  /** File dropped on the document; null: still to be chosen. */
  file: File | null
  onClose: () => void
  onDone: (sentence: string) => void
}

const accept = acceptedExtensions.map((extension) => `.${extension}`)

type VersionField = 'file' | 'valid_from' | 'description' | 'supersedes_id'
/** `isTaken`: another version already replaces the document. */
type VersionFailure = { sentence: string; isTaken: boolean }

/** Dialog that uploads a new version of a document, in force from a day on, by default today. */
export function VersionDialog({ document, file: dropped, onClose, onDone }: VersionDialogProps) {
  const [replaced, setReplaced] = useState(document)
  const [file, setFile] = useState(dropped)
  const [validFrom, setValidFrom] = useState(() => localDay(new Date()))
  const [description, setDescription] = useState(document.description)
  const [progress, setProgress] = useState(0)
  const controller = useRef(new AbortController())
  useEffect(() => {
    controller.current = new AbortController()
    return () => controller.current.abort(new DOMException('Left', 'AbortError'))
  }, [])
  const { formProps, errors, failure, isPending } = useSubmission<VersionField, void, VersionFailure>({
    check: () => ({
      ...(file === null && { file: documentMessages.fileRequired }),
      ...(validFrom === '' && { valid_from: 'Indiquez à partir de quand cette version s’applique' }),
    }),
    send: async () => {
      setProgress(0)
      const form = uploadForm('file', file!, { valid_from: validFrom, supersedes_id: replaced.id, description })
      await uploadFiles(browserUpload(session), routes.documents.upload, form, { signal: controller.current.signal, onProgress: setProgress })
    },
    onDone: () => onDone(validFrom <= localDay(new Date()) ? documentMessages.versionAdded : `Version ajoutée, en vigueur le ${dayWords(validFrom)}`),
    describe: (error) => {
      const isTaken = error instanceof ApiError && error.code === 'documents.already_superseded'
      if (isTaken) documentsChanged()
      return !isTaken && hasShownError(error) ? null : { sentence: describeDocumentError(error, documentMessages.upload), isTaken }
    },
  })
  const confirmLeave = useUnsaved(file !== null || description !== document.description)
  const close = () => confirmLeave(onClose)
  return (
    <Dialog
      isOpen
      onClose={close}
      isBusy={isPending}
      title={`Nouvelle version de «\u00a0${replaced.original_filename}\u00a0»`}
      actions={<FormActions onCancel={close} isPending={isPending} form={formProps.id} verb="Déposer la nouvelle version" pendingLabel="Chargement…" />}
    >
      <form {...formProps} className={documentStyles.form}>
        {failure && (
          <Banner tone="error" action={failure.isTaken && <LastVersionButton document={replaced} onFound={setReplaced} />}>
            {failure.sentence}
          </Banner>
        )}
        {file === null ? (
          <FileDrop label="Déposez le nouveau fichier ici" accept={accept} onFiles={([first]) => setFile(first!)} />
        ) : (
          <ChosenFile file={file} progress={isPending ? progress : null} onChange={() => setFile(null)} />
        )}
        {errors.file && <Banner tone="error">{errors.file}</Banner>}
        <TextField
          label="En vigueur à partir du"
          hint={`À partir de ce jour, les réponses s’appuient sur le nouveau fichier. L’ancien reste lisible dans «\u00a0Versions\u00a0».`}
          type="date"
          value={validFrom}
          onChange={setValidFrom}
          error={errors.valid_from ?? errors.supersedes_id}
          isRequired
        />
        <TextArea
          label="Description"
          hint="Elle aide vos collègues à retrouver le document."
          value={description}
          onChange={setDescription}
          maxLength={2_000}
          rows={2}
          error={errors.description}
        />
      </form>
    </Dialog>
  )
}

interface ChosenFileProps {
  file: File
  /** Percentage of the file that has been sent; null while nothing is being sent. */
  progress: number | null
  /** Takes the file away, to choose another one. */
  onChange: () => void
}

function ChosenFile({ file, progress, onChange }: ChosenFileProps) {
  return (
    <div className={styles.file}>
      <FileText aria-hidden />
      <div>
        {file.name}
        <p className={styles.note}>{formatSize(file.size)}</p>
        {progress !== null && <ProgressBar label={progress >= 100 ? 'Enregistrement…' : 'Envoi…'} value={progress >= 100 ? undefined : Math.round(progress)} />}
      </div>
      {progress === null && <TextButton onPress={onChange}>Changer</TextButton>}
    </div>
  )
}

/** Whether the dialog shows the error of at least one refused field beside it. */
const hasShownError = (error: unknown): boolean => ['file', 'valid_from', 'description', 'supersedes_id'].some((field) => field in fieldErrorsOf(error))

/** Button that replaces the last version instead, after a colleague has added one. */
function LastVersionButton({ document, onFound }: { document: LibraryDocument; onFound: (last: LibraryDocument) => void }) {
  async function find() {
    const { versions } = await call(routes.documents.versions, { params: { id: document.id } })
    if (versions[0]) onFound(versions[0])
  }
  return <TextButton onPress={() => void find().catch(() => undefined)}>Remplacer la dernière version</TextButton>
}
