import { routes, type PromptChoice } from '@parvis/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { invalidateAnswers, queryFor, queryClient } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import { blanksOf, toLineFeeds, replaceText, selectText } from './write-in-field.ts'
import { FieldList, type FieldListProps } from './FieldList.tsx'
import { searchTextAt } from './list-mark.ts'
import { searchPrompts } from './search-prompts.ts'

export { adjacentBlank, blanksOf } from './write-in-field.ts'
export { selectText } from './write-in-field.ts'

const deletedSentence = 'Ce prompt n’existe plus\u00a0: il a été supprimé entre-temps. Votre texte n’a pas changé.'
const failedSentence = 'Ce prompt n’a pas pu être inséré. Votre texte n’a pas changé.'

/** List of the prompts to insert in a message. */
export function PromptPicker(props: FieldListProps) {
  const { searchText, onClose } = props
  const list = useQuery(queryFor(routes.promptChoices.list), queryClient)
  const groups = useMemo(
    () =>
      searchPrompts(list.data ?? [], searchText).map(({ title, choices }) => ({ title, choices: choices.map((one) => ({ ...one, detail: one.beginning })) })),
    [list.data, searchText],
  )
  const hasNoMatch = list.data !== undefined && groups.length === 0
  const insert = useInsertion(props)
  useListAnnouncements(list.data?.length, hasNoMatch, searchText)
  // A search of several words without result is ordinary text: the list closes.
  const isPlainText = hasNoMatch && /\s/.test(searchText.trim())
  useEffect(() => {
    if (isPlainText) onClose()
  }, [isPlainText, onClose])
  return (
    <FieldList
      {...props}
      groups={groups}
      label="Prompts"
      isPending={list.isPending}
      onChoose={insert}
      emptyContent={<Nothing list={list} words={searchText.trim()} />}
      enterVerb="insérer"
      foot={<Link to={paths.personalPrompts}>Mes prompts</Link>}
    />
  )
}

/** Explanation shown instead of the options: loading, failure, or no result. */
function Nothing({ list, words: searchText }: { list: UseQueryResult<PromptChoice[]>; words: string }) {
  if (list.isPending) return 'Chargement des prompts…'
  if (list.isError)
    return (
      <>
        {sentenceOf(list.error, 'Les prompts n’ont pas pu être chargés.')}
        <TextButton onPress={() => void list.refetch()}>Réessayer</TextButton>
      </>
    )
  return searchText === ''
    ? 'Aucun prompt pour le moment. Écrivez le vôtre dans «\u00a0Mes prompts\u00a0».'
    : `Aucun prompt ne contient «\u00a0${searchText}\u00a0».`
}

/** Announces to screen readers that the list has opened, and that a search finds nothing. */
function useListAnnouncements(count: number | undefined, hasNoMatch: boolean, searchText: string): void {
  const announce = useAnnounce()
  const isOpened = count !== undefined && count > 0
  useEffect(() => {
    if (isOpened) announce(`${plural(count, 'prompt')}\u00a0: flèches pour choisir, Entrée pour insérer, Échap pour fermer`)
    // Announced at opening only: during a search, the highlighted option is read by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpened, announce])
  useEffect(() => {
    if (hasNoMatch) announce(searchText === '' ? 'Aucun prompt' : 'Aucun prompt trouvé')
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasNoMatch, announce])
}

/** Returns a function that fetches a prompt and replaces the search text by its content. On failure the field's text is unchanged. */
function useInsertion({ field, opening, onClose, onInserted, onFailure }: Pick<FieldListProps, 'field' | 'opening' | 'onClose' | 'onInserted' | 'onFailure'>) {
  const announce = useAnnounce()
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  return async ({ id, name }: PromptChoice) => {
    controller.current?.abort()
    const { signal } = (controller.current = new AbortController())
    try {
      const { content } = await call(routes.promptChoices.get, { params: { id }, signal })
      const area = field.current
      const end = area?.selectionEnd ?? 0
      const typedSearch = area && searchTextAt(opening, area.value, end)
      if (signal.aborted || !area || typedSearch === null) return
      const before = area.value.slice(0, opening.start)
      // Inserted by the button after a sentence, a prompt starts a new paragraph.
      const gap = opening.isTyped || /^$|\s$/.test(before) ? '' : '\n\n'
      const text = gap + toLineFeeds(content)
      onClose()
      replaceText(area, { start: opening.start, end }, text)
      onInserted()
      const blanks = blanksOf(text)
      if (blanks[0]) selectText(area, { start: opening.start + blanks[0].start, end: opening.start + blanks[0].end })
      const toFill = blanks.length === 0 ? '' : `, ${plural(blanks.length, 'passage à compléter', 'passages à compléter')}`
      announce(`Prompt «\u00a0${name}\u00a0» inséré${toFill}`)
    } catch (error) {
      if (signal.aborted) return
      const isDeleted = isNotFound(error)
      if (isDeleted) void invalidateAnswers(routes.promptChoices.list)
      onClose()
      onFailure(isDeleted ? deletedSentence : sentenceOf(error, failedSentence))
      field.current?.focus({ preventScroll: true })
    }
  }
}
