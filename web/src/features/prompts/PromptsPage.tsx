import type { Prompt } from '@parvis/contract'
import { Plus } from 'lucide-react'
import { useReducer, useState } from 'react'
import { idParam } from '../../router/search-param.ts'
import { confirmIfUnsaved } from '../../router/navigation-blocker.ts'
import { useSearchParamState } from '../../router/use-search-param-state.ts'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ChangedCitations } from '../../chat/references/ChangedCitations.tsx'
import { PromptDetail } from './PromptDetail.tsx'
import { PromptForm } from './PromptForm.tsx'
import { PromptList } from './PromptList.tsx'
import styles from './Prompts.module.css'
import { initialEditor, nextPromptEditor, promptShown, type PromptEditor, type PromptEditorEvent } from './library.ts'
import { promptErrorSentence } from './prompt-errors.ts'
import { useLibrary } from './use-library.ts'

const searchParams = { prompt: idParam('prompt') }

/** Page of the prompt library, for administrators. */
export function PromptsPage() {
  const { data: prompts, error, refetch, isFetching } = useLibrary()
  const { urlValues, change } = useSearchParamState(searchParams)
  const chosenId = urlValues.prompt || null
  const [editor, dispatch] = useReducer(nextPromptEditor, chosenId, initialEditor)
  if (editor.id !== chosenId) dispatch({ type: 'show', id: chosenId })
  const [notice, setNotice] = useState<NoticeContent | null>(null)

  return (
    <div className={styles.page}>
      <PageTitle
        lead={`Un rôle, un ton, une méthode\u00a0: ce que chacun peut choisir dans le chatbot.`}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => confirmIfUnsaved(() => dispatch({ type: 'create' }))} isDisabled={!prompts}>
            Nouveau prompt
          </Button>
        }
      >
        Bibliothèque de prompts
      </PageTitle>
      <Notice key={notice?.sentence} {...notice} onDismiss={() => setNotice(null)} />
      {prompts && <ChangedCitations kind="prompt" listed={prompts} />}
      {prompts ? (
        <PromptLibrary
          prompts={prompts}
          editor={editor}
          dispatch={dispatch}
          onShow={(id, isCorrection) => change({ prompt: id }, isCorrection)}
          onNotice={setNotice}
        />
      ) : error ? (
        <ErrorMessage query={{ refetch, isFetching }}>{promptErrorSentence(error, 'load')}</ErrorMessage>
      ) : (
        <div className={styles.columns}>
          <Skeleton shape="rows" count={8} label="Chargement des prompts…" />
        </div>
      )}
    </div>
  )
}

interface PromptLibraryProps {
  prompts: readonly Prompt[]
  editor: PromptEditor
  dispatch: (event: PromptEditorEvent) => void
  /** Shows the prompt with this id, or none for an empty id. @param isCorrection replaces the history entry, because the previous prompt no longer exists */
  onShow: (id: string, isCorrection?: boolean) => void
  onNotice: (notice: NoticeContent | null) => void
}

function PromptLibrary({ prompts, editor, dispatch, onShow, onNotice }: PromptLibraryProps) {
  const [before, setBefore] = useState<Prompt>()
  const chosen = promptShown(editor, prompts, before)
  if (chosen !== before) setBefore(chosen)
  // The element that had the focus has been removed.
  const focusTitle = () => document.querySelector<HTMLElement>('main h1')?.focus()
  const isWriting = editor.mode === 'new' || (editor.mode === 'edit' && chosen !== undefined)
  if (prompts.length === 0 && !isWriting) {
    return (
      <EmptyState
        motif="document"
        title="Aucun prompt disponible"
        action={<Button onPress={() => dispatch({ type: 'create' })}>Écrire le premier prompt</Button>}
      >
        Un prompt donne au chatbot un rôle et une méthode&nbsp;: il se choisit dans la liste «&nbsp;Sélectionner un prompt&nbsp;» du chatbot.
      </EmptyState>
    )
  }
  return (
    <div className={styles.columns} data-open={isWriting || chosen !== undefined || undefined}>
      <PromptList
        prompts={prompts}
        chosenId={editor.mode === 'new' ? null : editor.id}
        onSelect={(id) => (id === editor.id ? confirmIfUnsaved(() => dispatch({ type: 'cancel' })) : onShow(id))}
      />
      <section className={styles.side} aria-label="Prompt choisi">
        {isWriting ? (
          <PromptForm
            key={editor.mode === 'new' ? editor.serial : editor.id}
            prompt={editor.mode === 'edit' ? (chosen ?? null) : null}
            onCancel={() => {
              dispatch({ type: 'cancel' })
              if (!prompts.some(({ id }) => id === editor.id)) focusTitle()
            }}
            onSaved={(savedPrompt, isNew) => {
              if (savedPrompt.id === editor.id) dispatch({ type: 'cancel' })
              else onShow(savedPrompt.id, true)
              onNotice({
                tone: 'success',
                sentence: isNew ? `Prompt «\u00a0${savedPrompt.name}\u00a0» créé` : `Prompt «\u00a0${savedPrompt.name}\u00a0» mis à jour`,
              })
            }}
          />
        ) : chosen ? (
          <PromptDetail
            key={chosen.id}
            prompt={chosen}
            onEdit={() => dispatch({ type: 'edit' })}
            wasSelectedHere={editor.mode !== 'view' || editor.wasSelectedHere}
            onClose={(isGone) => {
              onShow('', isGone)
              focusTitle()
            }}
            onNotice={onNotice}
          />
        ) : (
          <EmptyState motif="document" title="Choisissez un prompt dans la liste">
            Vous pourrez le lire, le modifier ou l’essayer.
          </EmptyState>
        )}
      </section>
    </div>
  )
}
