import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { choiceParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Tabs } from '../../ui/content/Tabs.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { ImportPanel } from './ImportPanel.tsx'

const searchParams = { tab: choiceParam('onglet', ['importer', 'exporter'], 'importer') }

/** Page to import and export packs, which exchange a catalogue between organisations. Query parameter: onglet, `exporter` for the second tab. */
export function PacksPage() {
  const { urlValues, change } = useSearchParamState(searchParams)
  return (
    <>
      <PageTitle lead="Partagez vos assistants, vos catégories et vos prompts avec une autre collectivité, en un fichier.">Import et export</PageTitle>
      <SectionNav section="catalogue" />
      <Tabs
        label="Sens du partage"
        selected={urlValues.tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { id: 'importer', label: 'Importer', content: <ImportPanel /> },
          { id: 'exporter', label: 'Exporter', content: <ExportPanel /> },
        ]}
      />
    </>
  )
}
