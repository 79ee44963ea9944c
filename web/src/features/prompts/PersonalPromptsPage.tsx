import type { PersonalPrompt } from '@parvis/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { listSearch, pageCountParam } from '../../router/search-param.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { ChangedCitations } from '../../chat/references/ChangedCitations.tsx'
import styles from './PersonalPrompts.module.css'
import { blanksRule, PersonalPromptDialog } from './PersonalPromptDialog.tsx'
import { PersonalPromptRows } from './PersonalPromptRows.tsx'
import { removeSoon, usePersonalPrompts, usePromptReader } from './use-personal-prompts.ts'

const searchParams = { search: listSearch, pages: pageCountParam }

/** « Mes prompts »: the person's own texts to insert in messages. The search is stored in the URL. */
export function PersonalPromptsPage() {
  const { urlValues, displayedValues, change } = useSearchParamState(searchParams)
  const prompts = usePersonalPrompts(urlValues.search, { pages: urlValues.pages, setPages: (pages) => change({ pages }, true) })
  const read = usePromptReader()
  const announce = useAnnounce()
  const [open, setOpen] = useState<{ prompt: PersonalPrompt | null } | null>(null)

  /** Opens the form, and discards a prompt that is still loading, so that it does not replace this one. */
  function show(prompt: PersonalPrompt | null) {
    read.reset()
    setOpen({ prompt })
  }
  const create = () => show(null)

  return (
    <div className={styles.page}>
      <PageTitle
        lead={`Vos textes à reprendre dans un message, que vous seul voyez\u00a0: tapez «\u00a0/\u00a0» dans le champ. ${blanksRule}`}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={create}>
            Nouveau prompt
          </Button>
        }
      >
        Mes prompts
      </PageTitle>
      {read.isError && (
        <Banner tone="error" onDismiss={read.reset}>
          {isNotFound(read.error)
            ? 'Ce prompt n’existe plus\u00a0: il a été supprimé dans une autre fenêtre.'
            : sentenceOf(read.error, 'Ce prompt n’a pas pu être ouvert.')}
        </Banner>
      )}
      <ChangedCitations kind="personal_prompt" listed={prompts.rows ?? []} isPaged />
      {/* After a failed search, the search field stays on the screen. */}
      {prompts.rows || (prompts.isError && urlValues.search !== '') ? (
        <PersonalPromptRows
          list={prompts}
          typedSearch={displayedValues.search}
          search={urlValues.search}
          onSearch={(search) => change({ search })}
          readingId={read.isPending ? read.variables : null}
          onCreate={create}
          onEdit={({ id }) => read.mutate(id, { onSuccess: show })}
          onRemove={(prompt) => announce(removeSoon(prompt))}
        />
      ) : prompts.isError ? (
        <ErrorMessage query={prompts}>Vos prompts n’ont pas pu être chargés.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={5} label="Chargement de vos prompts…" />
      )}
      {open && <PersonalPromptDialog key={open.prompt?.id ?? 'new'} prompt={open.prompt} onClose={() => setOpen(null)} />}
    </div>
  )
}
