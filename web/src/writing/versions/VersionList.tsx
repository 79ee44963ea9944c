import { routes, type WrittenDocument, type WrittenVersion } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, FileDiff, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { invalidateUnder, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { VersionComparison } from './VersionComparison.tsx'
import { versionDetails, versionTitle } from './version-words.ts'
import styles from './Versions.module.css'

interface VersionListProps {
  document: WrittenDocument
  /** Resolves once what the person typed is saved. */
  whenSaved: () => Promise<void>
  /** Called with the document after a version was restored. */
  onRestored: (document: WrittenDocument) => void
}

/** Versions of a document, the latest first: why and by whom each was saved, their comparison, and their restoration. */
export function VersionList({ document, whenSaved, onRestored }: VersionListProps) {
  const { id, role } = document
  const versions = useQuery({ ...queryFor(routes.writtenVersions.list, { params: { id } }), staleTime: 0 })
  const [compared, setCompared] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'name' | WrittenVersion | null>(null)
  const close = () => setDialog(null)
  const isReadOnly = role === 'reader'
  if (versions.isError && !versions.data)
    return <ErrorMessage query={versions}>{sentenceOf(versions.error, 'Les versions de ce document n’ont pas pu être lues.')}</ErrorMessage>
  if (!versions.data) return <Skeleton shape="rows" count={4} label="Chargement des versions…" />
  if (compared !== null) return <VersionComparison document={document} versions={versions.data} firstId={compared} onClose={() => setCompared(null)} />
  return (
    <section className={styles.versions} aria-label="Versions du document">
      {!isReadOnly && (
        <div className={styles.bar}>
          <Button size="s" icon={<BookmarkPlus aria-hidden />} onPress={() => setDialog('name')}>
            Nommer la version d’aujourd’hui
          </Button>
        </div>
      )}
      <ol className={styles.list}>
        {versions.data.map((version) => (
          <li key={version.id} className={styles.version}>
            <div className={styles.what}>
              <p className={version.name === null ? undefined : styles.name}>{`${version.number}. ${versionTitle(version)}`}</p>
              <p className={styles.details}>{versionDetails(version)}</p>
            </div>
            <div className={styles.actions}>
              <Button
                size="s"
                variant="quiet"
                icon={<FileDiff aria-hidden />}
                aria-label={`Comparer la version ${version.number}`}
                onPress={() => setCompared(version.id)}
              >
                Comparer
              </Button>
              {!isReadOnly && (
                <Button
                  size="s"
                  variant="quiet"
                  icon={<RotateCcw aria-hidden />}
                  aria-label={`Rétablir la version ${version.number}`}
                  onPress={() => setDialog(version)}
                >
                  Rétablir
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {dialog === 'name' && <NameDialog id={id} whenSaved={whenSaved} onClose={close} />}
      {dialog !== null && dialog !== 'name' && (
        <RestoreDialog document={document} version={dialog} whenSaved={whenSaved} onRestored={onRestored} onClose={close} />
      )}
    </section>
  )
}

/** Dialog that saves the present text as a version with a name. */
function NameDialog({ id, whenSaved, onClose }: { id: string; whenSaved: () => Promise<void>; onClose: () => void }) {
  const announce = useAnnounce()
  const [name, setName] = useState('')
  const form = useSubmission<'name', WrittenVersion>({
    check: () => (name.trim() === '' ? { name: 'Donnez un nom à cette version' } : {}),
    async send() {
      await whenSaved()
      return call(routes.writtenVersions.name, { params: { id }, body: { name } })
    },
    onDone() {
      announce('La version est gardée')
      void invalidateUnder(['/written-documents'])
      onClose()
    },
    describe: (error) => sentenceOf(error, 'La version n’a pas pu être gardée. Veuillez réessayer.'),
  })
  return (
    <FormDialog title="Quel nom donner à la version d’aujourd’hui ?" size="s" verb="Garder" form={form} isChanged={name !== ''} onClose={onClose}>
      <TextField
        label="Nom de la version"
        hint="Par exemple « Avant le conseil du 12 mars »."
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        error={form.errors.name}
      />
    </FormDialog>
  )
}

interface RestoreDialogProps extends VersionListProps {
  version: WrittenVersion
  onClose: () => void
}

function RestoreDialog({ document: { id, updated_at }, version, whenSaved, onRestored, onClose }: RestoreDialogProps) {
  const announce = useAnnounce()
  async function restore() {
    await whenSaved()
    const current = await call(routes.writtenDocuments.get, { params: { id } })
    const restored = await call(routes.writtenVersions.restore, {
      params: { id, version_id: version.id },
      body: { expected_updated_at: current.updated_at ?? updated_at },
    })
    onRestored(restored)
    announce('La version est rétablie')
    void invalidateUnder(['/written-documents'])
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Rétablir la version ${version.number}, «\u00a0${versionTitle(version)}\u00a0»\u00a0?`}
      confirmLabel="Rétablir"
      pendingLabel="Rétablissement…"
      tone="primary"
      onConfirm={restore}
      describeError={(error) => sentenceOf(error, 'La version n’a pas pu être rétablie. Rien n’a changé.')}
    >
      <p>Son texte devient celui du document. Rien n’est perdu&nbsp;: le texte d’aujourd’hui reste dans les versions, et vous pourrez y revenir.</p>
    </ConfirmDialog>
  )
}
