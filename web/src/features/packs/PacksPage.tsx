import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { oneOf } from '../../router/address-state.ts'
import { useAddressState } from '../../router/use-address-state.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Tabs } from '../../ui/content/Tabs.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { ImportPanel } from './ImportPanel.tsx'

const keeping = { tab: oneOf('onglet', ['importer', 'exporter'], 'importer') }

/** Packs: what a commune gives of its catalogue, and takes of another’s. Query: onglet, `exporter` for the second part. */
export function PacksPage() {
  const { kept, change } = useAddressState(keeping)
  return (
    <>
      <PageTitle lead="Partagez vos assistants, vos catégories et vos prompts avec une autre collectivité, en un fichier.">Import et export</PageTitle>
      <SectionNav section="catalogue" />
      <Tabs
        label="Sens du partage"
        selected={kept.tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { id: 'importer', label: 'Importer', content: <ImportPanel /> },
          { id: 'exporter', label: 'Exporter', content: <ExportPanel /> },
        ]}
      />
    </>
  )
}
