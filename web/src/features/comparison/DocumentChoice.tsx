import { acceptedExtensions, routes, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { session } from '../../api/browser.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'
import { browserUpload, uploadFiles, uploadForm } from '../../api/transport/upload.ts'
import { useInstance } from '../../api/use-instance.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useDebounced } from '../../ui/fields/use-debounced.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { FileDrop } from '../../ui/files/FileDrop.tsx'
import { matchesSearch } from '../../ui/lists/matching.ts'
import styles from './Comparison.module.css'

const accept = acceptedExtensions.map((extension) => `.${extension}`)
const maxShown = 6
const searchDelayMs = 250

interface DocumentChoiceProps {
  /** « Avant » or « Après ». */
  title: string
  /** Id of the chosen document; empty: none. */
  chosen: string
  /** Name of the chosen document, when the comparison has told it. */
  name: string | undefined
  /** Document of the other side, which is not offered. */
  other: string
  onChoose: (id: string) => void
}

/** One side of a comparison: the chosen document, or a search among those that the person may read, and a drop zone for a file. */
export function DocumentChoice({ title, chosen, name, other, onChoose }: DocumentChoiceProps) {
  const heading = `choix-${title === 'Avant' ? 'avant' : 'apres'}`
  return (
    <section className={styles.choice} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {chosen === '' ? <Chooser title={title} other={other} onChoose={onChoose} /> : <Chosen id={chosen} name={name} onChange={() => onChoose('')} />}
    </section>
  )
}

function Chosen({ id, name, onChange }: { id: string; name: string | undefined; onChange: () => void }) {
  const text = useQuery({ ...queryFor(routes.documents.text, { params: { id } }), enabled: name === undefined })
  const shownName = name ?? text.data?.document.original_filename
  return (
    <div className={styles.chosen}>
      <FileText aria-hidden />
      <span className={styles.name}>{shownName ?? (text.isError ? 'Document introuvable' : 'Chargement…')}</span>
      <Button size="s" onPress={onChange}>
        Changer
      </Button>
    </div>
  )
}

function Chooser({ title, other, onChoose }: { title: string; other: string; onChoose: (id: string) => void }) {
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search.trim(), searchDelayMs)
  const base = useQuery({
    ...queryFor(routes.documents.page, { query: { search: wanted, limit: String(maxShown + 1) } }),
    placeholderData: (previous) => previous,
  })
  const own = useQuery(queryFor(routes.library.uploads))
  const offered: (LibraryDocument & { where: string })[] = [
    ...(own.data?.documents ?? [])
      .filter(({ original_filename }) => matchesSearch(wanted, [original_filename]))
      .map((one) => ({ ...one, where: 'Vos fichiers' })),
    ...(base.data?.data ?? []).map((one) => ({ ...one, where: one.category })),
  ]
    .filter(({ id }) => id !== other)
    .slice(0, maxShown)
  return (
    <div className={styles.chooser}>
      <SearchField label={`Chercher le document «\u00a0${title.toLowerCase()}\u00a0»`} placeholder="Chercher un document" value={search} onChange={setSearch} />
      {base.isError && own.isError ? (
        <ErrorMessage query={base}>{sentenceOf(base.error, 'Les documents n’ont pas pu être chargés.')}</ErrorMessage>
      ) : base.isPending ? (
        <Skeleton shape="rows" count={3} label="Chargement des documents…" />
      ) : offered.length === 0 ? (
        <p className={styles.none}>{wanted === '' ? 'Aucun document à choisir : déposez un fichier.' : 'Aucun document ne porte ce nom.'}</p>
      ) : (
        <ul className={styles.offered} aria-label={`Documents à choisir, ${title.toLowerCase()}`}>
          {offered.map(({ id, original_filename, where }) => (
            <li key={id}>
              <button type="button" className={styles.offer} onClick={() => onChoose(id)}>
                <span className={styles.name}>{original_filename}</span>
                <span className={styles.note}>{where}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <FileEntry title={title} onStored={onChoose} />
    </div>
  )
}

/** Drop zone that stores a file among the person’s own. */
function FileEntry({ title, onStored }: { title: string; onStored: (id: string) => void }) {
  const instance = useInstance()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function send([file]: File[]) {
    if (file === undefined) return
    if (instance && file.size > instance.max_upload_mb * 1024 * 1024)
      return setFailure(`«\u00a0${file.name}\u00a0» dépasse ${instance.max_upload_mb}\u00a0Mo\u00a0: il n’a pas été envoyé.`)
    setSending(true)
    setFailure(null)
    try {
      const { document_id } = await uploadFiles(browserUpload(session), routes.library.upload, uploadForm('document', file), {
        onProgress: () => undefined,
        signal: AbortSignal.timeout(600_000),
      })
      void invalidate(routes.library.upload)
      onStored(document_id)
    } catch (error) {
      const reason = (error instanceof ApiError && error.fields['document']) || sentenceOf(error, 'Veuillez réessayer.')
      setFailure(`«\u00a0${file.name}\u00a0» n’a pas été retenu. ${reason}`)
      setSending(false)
    }
  }
  return (
    <>
      <FileDrop
        label={isSending ? 'Envoi du fichier…' : `Déposez le fichier «\u00a0${title.toLowerCase()}\u00a0»`}
        hint={`Il est gardé parmi vos fichiers, lus par vous seul.${instance ? ` ${instance.max_upload_mb}\u00a0Mo au plus.` : ''}`}
        accept={accept}
        isDisabled={isSending}
        onFiles={(files) => void send(files)}
      />
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
    </>
  )
}
