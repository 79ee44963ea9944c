import { routes, usersFileName } from '@parvis/contract'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Button } from '../../ui/Button.tsx'
import { localDay } from '../../ui/words/formats.ts'
import type { UserFilters } from './use-users.ts'
import { describeUserError } from './user-errors.ts'

// Loaded lazily, because the file parser is only needed for an import.
const ImportDialog = dialogOnDemand(async () => (await import('./import/ImportDialog.tsx')).ImportDialog)

interface UserFilesProps {
  /** Current filters of the list, which the exported file follows. */
  filters: UserFilters
  onExported: (sentence: string) => void
  onFailure: (sentence: string) => void
}

/** Buttons that import accounts from a CSV file and export them. */
export function UserFiles({ filters, onExported, onFailure }: UserFilesProps) {
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)

  async function exportList() {
    setExporting(true)
    try {
      const { search = '', ...others } = filters
      const isAll = search === '' && Object.keys(others).length === 0
      const response = await open(routes.users.export, { query: { ...others, ...(search !== '' && { search }) } })
      saveBlob(await response.blob(), usersFileName(localDay(new Date())))
      onExported(`La liste ${isAll ? 'des comptes' : 'des comptes trouvés'} est téléchargée. Cet export est inscrit au journal d’audit.`)
    } catch (error) {
      onFailure(`La liste n’a pas pu être exportée. ${describeUserError(error)}`)
    } finally {
      setExporting(false)
    }
  }

  return (
    <>
      <Button
        aria-label="Exporter la liste en CSV"
        icon={<Download aria-hidden />}
        onPress={() => void exportList()}
        isPending={isExporting}
        pendingLabel="Préparation…"
      >
        Exporter
      </Button>
      <Button aria-label="Importer un fichier CSV" icon={<Upload aria-hidden />} onPress={() => setImporting(true)}>
        Importer
      </Button>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
