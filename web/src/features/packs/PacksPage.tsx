import { packFileName, routes, type PackItemKind } from '@parvis/contract'
import { useQueries } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { choiceParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Tabs } from '../../ui/content/Tabs.tsx'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { queryFor } from '../../api/queries.ts'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { localDay, plural } from '../../ui/words/formats.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ImportPanel } from './ImportPanel.tsx'
import { ExportGroup } from './ExportGroup.tsx'
import styles from './PacksPage.module.css'

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

const kinds = ['assistant', 'prompt', 'assistant_category', 'document_category'] as const satisfies readonly PackItemKind[]

type LeftOut = Readonly<Record<PackItemKind, ReadonlySet<string>>>

const noIds: ReadonlySet<string> = new Set()

const today = () => localDay(new Date())

/** Choice of the items to export; all of them are selected at first. */
function ExportPanel() {
  const lists = useQueries({
    queries: [
      queryFor(routes.assistants.list, { query: {} }),
      queryFor(routes.prompts.list),
      queryFor(routes.assistantCategories.list),
      queryFor(routes.documentCategories.list),
    ],
  })
  const [left, setLeft] = useState<LeftOut>({ assistant: noIds, prompt: noIds, assistant_category: noIds, document_category: noIds })
  const [isPending, setPending] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const failedList = lists.find(({ error }) => error !== null)
  if (failedList)
    return (
      <ErrorMessage onRetry={() => lists.forEach((list) => void list.refetch())} isRetrying={lists.some(({ isFetching }) => isFetching)}>
        {sentenceOf(failedList.error, 'Impossible de charger le catalogue.')}
      </ErrorMessage>
    )
  const [assistants, prompts, assistantCategories, documentCategories] = lists.map(({ data }) => data)
  if (!assistants || !prompts || !assistantCategories || !documentCategories) return <Skeleton shape="rows" count={8} label="Chargement du catalogue…" />
  // Assistants that belong to a person are not part of the organisation's catalogue.
  const rows = {
    assistant: assistants.filter((assistant) => !('owner_name' in assistant)),
    prompt: prompts,
    assistant_category: assistantCategories,
    document_category: documentCategories,
  }
  const idsOf = (kind: PackItemKind) => rows[kind].filter(({ id }) => !left[kind].has(id)).map(({ id }) => id)
  const count = kinds.reduce((sum, kind) => sum + idsOf(kind).length, 0)

  async function save() {
    setPending(true)
    setNotice(null)
    try {
      const response = await open(routes.packs.export, {
        body: {
          assistant_ids: idsOf('assistant'),
          prompt_ids: idsOf('prompt'),
          assistant_category_ids: idsOf('assistant_category'),
          document_category_ids: idsOf('document_category'),
        },
      })
      saveBlob(await response.blob(), packFileName(today()))
      setNotice({
        tone: 'success',
        sentence: `Le pack est prêt\u00a0: ${plural(count, 'élément')}. Relisez-le avant de le donner\u00a0: il contient les instructions de vos assistants.`,
      })
    } catch (error) {
      setNotice({ tone: 'error', sentence: sentenceOf(error, 'Le pack n’a pas pu être fait. Veuillez réessayer.') })
    } finally {
      setPending(false)
    }
  }

  return (
    <div className={styles.panel}>
      <Notice {...notice} onDismiss={() => setNotice(null)} />
      <div className={styles.heading}>
        <p className={styles.lead}>
          Tout est choisi&nbsp;: décochez ce que vous gardez pour vous. Les catégories des assistants partent avec eux. Ni compte, ni conversation, ni document
          ne quitte l’installation.
        </p>
        <Button
          variant="primary"
          icon={<Download aria-hidden />}
          onPress={() => void save()}
          isDisabled={count === 0}
          isPending={isPending}
          pendingLabel="Préparation…"
        >
          {count === 0 ? 'Rien à exporter' : `Exporter ${plural(count, 'élément')}`}
        </Button>
      </div>
      {kinds.map((kind) => (
        <ExportGroup key={kind} kind={kind} rows={rows[kind]} leftOut={left[kind]} onChange={(ids) => setLeft({ ...left, [kind]: ids })} />
      ))}
    </div>
  )
}
