import { SectionNav } from '../../layout/SectionNav.tsx'
import { useSearchParams } from '../../router/Router.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { ImportPanel } from './ImportPanel.tsx'

/** Packs: what a commune gives of its catalogue, and takes of another’s. Query: onglet, `exporter` for the second part. */
export function PacksPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <>
      <PageTitle lead="Partagez vos assistants, vos catégories et vos prompts avec une autre collectivité, en un fichier.">Import et export</PageTitle>
      <SectionNav section="catalogue" />
      <Tabs
        label="Sens du partage"
        selected={query.get('onglet') === 'exporter' ? 'exporter' : 'importer'}
        onChange={(onglet) => setQuery(onglet === 'exporter' ? { onglet } : {})}
        tabs={[
          { id: 'importer', label: 'Importer', content: <ImportPanel /> },
          { id: 'exporter', label: 'Exporter', content: <ExportPanel /> },
        ]}
      />
    </>
  )
}
