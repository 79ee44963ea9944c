import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { FormDialog } from '../../layout/drafts/FormDialog.tsx'
import { useSubmission } from '../../layout/drafts/use-submission.ts'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { versionOption } from '../versions/version-words.ts'
import { exportWritten } from './export-document.ts'
import type { WrittenFormat } from './file-name.ts'

interface TrackedExportDialogProps {
  document: { id: string; title: string }
  whenSaved: () => Promise<void>
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Dialog that exports a document with its tracked changes since a version. */
export function TrackedExportDialog({ document, whenSaved, onClose, onDone }: TrackedExportDialogProps) {
  const versions = useQuery({ ...queryFor(routes.writtenVersions.list, { params: { id: document.id } }), staleTime: 0 })
  const [chosen, setChosen] = useState<string | null>(null)
  const [format, setFormat] = useState<WrittenFormat>('docx')
  // The first version: what the document became since it was made.
  const since = chosen ?? versions.data?.at(-1)?.id ?? null
  const form = useSubmission<'version', void>({
    check: () => (since === null ? { version: 'Choisissez une version' } : {}),
    async send() {
      await whenSaved()
      await exportWritten(document, format, since!)
    },
    onDone() {
      onDone('Le document est exporté, avec ses modifications suivies.')
      onClose()
    },
    describe: (error) => sentenceOf(error, 'Le document n’a pas pu être exporté. Veuillez réessayer.'),
  })
  return (
    <FormDialog title="Exporter avec les modifications suivies" size="s" verb="Exporter" pendingLabel="Export…" form={form} onClose={onClose}>
      <p>Word et LibreOffice montrent ce qui a changé depuis la version choisie, et qui l’a changé. On y accepte ou refuse chaque modification.</p>
      {versions.isError && !versions.data ? (
        <ErrorMessage query={versions}>{sentenceOf(versions.error, 'Les versions n’ont pas pu être lues.')}</ErrorMessage>
      ) : (
        <Select
          label="Depuis la version"
          options={(versions.data ?? []).map(versionOption)}
          value={since}
          onChange={setChosen}
          error={form.errors.version}
          placeholder="Chargement…"
        />
      )}
      <Segments
        label="Format"
        options={[
          { id: 'docx', label: 'Word (.docx)' },
          { id: 'odt', label: 'OpenDocument (.odt)' },
        ]}
        value={format}
        onChange={setFormat}
      />
    </FormDialog>
  )
}
