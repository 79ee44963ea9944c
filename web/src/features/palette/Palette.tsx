import { routes } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bot, FilePen, FileText, MessageSquareText, PanelsTopLeft, Search, Sparkles, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useActiveOption } from '../../ui/lists/use-active-option.ts'
import { queryFor, queryClient } from '../../api/queries.ts'
import { useUser } from '../../api/browser.ts'
import { countUse } from '../../chat/count-use.ts'
import { navigate } from '../../router/location.ts'
import { useDebounced } from '../../ui/fields/use-debounced.ts'
import { OpenModal } from '../../ui/overlays/OpenModal.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './Palette.module.css'
import { resultsOf, type PaletteKind, type PaletteResult } from './palette-results.ts'

/** Delay in milliseconds between the last key and the search on the server. */
const debounceMs = 200

const drawings: Record<PaletteKind, LucideIcon> = {
  conversation: MessageSquareText,
  assistant: Bot,
  prompt: Sparkles,
  document: FileText,
  written: FilePen,
  screen: PanelsTopLeft,
}

/** Command palette: searches conversations, assistants, prompts, documents and screens from anywhere. Mounted only while it is open. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <OpenModal
      isOpen
      onClose={onClose}
      isDismissable
      label="Rechercher partout"
      overlayClass={styles.overlay}
      boxClass={styles.modal}
      contentClass={styles.dialog}
    >
      <Finder onClose={onClose} />
    </OpenModal>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const { groups, isAsking, failed } = usePaletteSearch(search)
  const results = useMemo(() => groups.flatMap((group) => group.results), [groups])
  // The first result is active by default; results that arrive later do not move the active one.
  const { at, isChosen, point, optionId, activeId, listId, go } = useActiveOption(results.map(({ key }) => key))
  /** Search text for which Enter was pressed before its results arrived: the first result opens as soon as they do. */
  const awaitedSearch = useRef<string | null>(null)

  const openAwaited = useEffectEvent(() => {
    if (awaitedSearch.current !== search) return
    // Once only: a later refetch must not open anything.
    awaitedSearch.current = null
    open(results[at])
  })
  useEffect(() => {
    if (!isAsking) openAwaited()
  }, [search, isAsking])

  function open(result: PaletteResult | undefined) {
    if (result === undefined) return
    if (result.assistant_id !== undefined) countUse(result.assistant_id)
    onClose()
    navigate(result.href)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') go(1)
    else if (event.key === 'ArrowUp') go(-1)
    // The listed results are those of the previous text, so Enter waits for the results of the current one.
    else if (event.key === 'Enter' && isAsking && !isChosen) awaitedSearch.current = search
    else if (event.key === 'Enter') open(results[at])
    else return
    event.preventDefault()
  }

  return (
    <>
      <Field
        search={search}
        listId={listId}
        chosenId={activeId}
        onChange={(text) => {
          setSearch(text)
          point(null)
          awaitedSearch.current = null
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Résultats" className={styles.results}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles.group} aria-hidden>
              {group.title}
            </p>
            {group.results.map((result) => (
              <PaletteOption
                key={result.key}
                id={optionId(results.indexOf(result))}
                result={result}
                isChosen={result === results[at]}
                onOpen={() => open(result)}
                onPoint={() => point(result.key)}
              />
            ))}
          </div>
        ))}
      </div>
      <SearchStatus search={search} count={results.length} isAsking={isAsking} failedSources={failed} />
    </>
  )
}

interface FieldProps {
  search: string
  listId: string
  /** DOM id of the result that Enter opens; undefined without results. */
  chosenId: string | undefined
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Field({ search, listId, chosenId, onChange, onKeyDown }: FieldProps) {
  return (
    <div className={styles.field}>
      <Search aria-hidden />
      <input
        role="combobox"
        aria-label="Conversations, assistants, prompts, documents, écrans"
        aria-expanded={chosenId !== undefined}
        aria-controls={listId}
        aria-activedescendant={chosenId}
        aria-autocomplete="list"
        placeholder="Rechercher une conversation, un assistant, un document…"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={search}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

interface OptionProps {
  id: string
  result: PaletteResult
  isChosen: boolean
  onOpen: () => void
  onPoint: () => void
}

function PaletteOption({ id, result: { kind, label, detail }, isChosen, onOpen, onPoint }: OptionProps) {
  const Drawing = drawings[kind]
  return (
    <button type="button" tabIndex={-1} id={id} role="option" aria-selected={isChosen} className={styles.option} onClick={onOpen} onPointerMove={onPoint}>
      <Drawing aria-hidden />
      <span className={styles.label}>{label}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </button>
  )
}

interface OutcomeProps {
  search: string
  count: number
  isAsking: boolean
  failedSources: readonly string[]
}

/** Status of the search: visible when there are no results, otherwise only read aloud. */
function SearchStatus({ search, count, isAsking, failedSources }: OutcomeProps) {
  const isNothing = count === 0 && !isAsking && failedSources.length === 0
  return (
    <>
      {failedSources.length > 0 && (
        <p role="alert" className={styles.note}>
          {`Ce qui suit n’a pas pu être cherché\u00a0: ${failedSources.join(', ')}.`}
        </p>
      )}
      <p role="status" className={count === 0 && failedSources.length === 0 ? styles.note : undefined}>
        {isNothing ? (
          `Rien ne correspond à «\u00a0${search.trim()}\u00a0». Essayez un autre mot, ou le début d’un mot.`
        ) : isAsking && count === 0 ? (
          'Recherche…'
        ) : (
          <VisuallyHidden>{isAsking ? '' : plural(count, 'résultat')}</VisuallyHidden>
        )}
      </p>
      <p className={styles.keys} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> choisir · <kbd>Entrée</kbd> ouvrir · <kbd>Échap</kbd> fermer
      </p>
    </>
  )
}

/** Runs the searches. `failed` names the sources that could not be searched. */
function usePaletteSearch(search: string) {
  const user = useUser()
  const debounced = useDebounced(search.trim(), debounceMs)
  const isBlank = debounced === ''
  const options = { placeholderData: keepPreviousData }
  const recent = useQuery({ ...queryFor(routes.conversations.recent), enabled: isBlank, select: (answer) => answer.conversations }, queryClient)
  const searchQuery = useQuery(
    { ...queryFor(routes.conversations.page, { query: { search: debounced, limit: '5' } }), ...options, enabled: !isBlank, select: ({ data }) => data },
    queryClient,
  )
  const documents = useQuery(
    { ...queryFor(routes.documents.page, { query: { search: debounced, limit: '5' } }), ...options, enabled: !isBlank, select: ({ data }) => data },
    queryClient,
  )
  const written = useQuery(
    { ...queryFor(routes.writtenDocuments.page, { query: { search: debounced, limit: '5' } }), ...options, enabled: !isBlank, select: ({ data }) => data },
    queryClient,
  )
  const assistants = useQuery(queryFor(routes.assistants.catalogue), queryClient)
  const prompts = useQuery(queryFor(routes.prompts.list), queryClient)
  const conversations = isBlank ? recent : searchQuery
  const groups = useMemo(
    () =>
      resultsOf(search, user, {
        conversations: conversations.data,
        documents: isBlank ? undefined : documents.data,
        written: isBlank ? undefined : written.data,
        assistants: assistants.data,
        prompts: prompts.data,
      }),
    [search, user, isBlank, conversations.data, documents.data, written.data, assistants.data, prompts.data],
  )
  const sections = [
    ['vos conversations', conversations],
    ['les documents rédigés', written],
    ['la base documentaire', documents],
    ['les assistants', assistants],
    ['les prompts', prompts],
  ] as const
  return {
    groups,
    isAsking: search.trim() !== debounced || sections.some(([, query]) => query.isFetching),
    failed: sections.filter(([, query]) => query.isError).map(([name]) => name),
  }
}
