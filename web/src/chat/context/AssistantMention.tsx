import type { Assistant } from '@parvis/contract'
import { useEffect, useMemo } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { FieldList, type FieldListProps } from '../prompts/FieldList.tsx'
import { searchTextAt } from '../prompts/list-mark.ts'
import { replaceText } from '../prompts/write-in-field.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import { switchAssistant, useAssistants } from './use-assistants.ts'
import { assistantChoices } from './assistant-choices.ts'

/** List of the assistants to mention with « @ » in a field. Choosing one removes the mention from the text. */
export function AssistantMention(props: FieldListProps) {
  const { field, opening, searchText, onClose, onAssistant } = props
  const { list, own: familiarIds } = useAssistants()
  const groups = useMemo(
    () => (familiarIds === null ? [] : assistantChoices(list.data ?? [], familiarIds, searchText)).map(withOptions),
    [list.data, familiarIds, searchText],
  )
  const isPending = familiarIds === null && !list.isError
  const hasNoMatch = familiarIds !== null && groups.length === 0
  // A search without result means that the « @ » is part of an address or a name: the list closes.
  const isNotMention = hasNoMatch && searchText !== ''
  useEffect(() => {
    if (isNotMention) onClose()
  }, [isNotMention, onClose])
  const announce = useAnnounce()
  const isOpened = groups.length > 0
  const count = list.data?.length ?? 0
  useEffect(() => {
    if (isOpened) announce(`${plural(count, 'assistant')}\u00a0: flèches pour choisir, Entrée pour l’appeler, Échap pour fermer`)
    // Announced at opening only: during a search, the highlighted option is read by itself.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpened, announce])

  function call(assistant: Assistant) {
    const area = field.current
    const end = area?.selectionEnd ?? 0
    if (!area || searchTextAt(opening, area.value, end) === null) return
    onClose()
    replaceText(area, { start: opening.start, end }, '')
    void switchAssistant(assistant, () => onAssistant(assistant))
  }
  return (
    <FieldList
      {...props}
      groups={groups}
      isPending={isPending}
      label="Assistants"
      onChoose={({ assistant }) => call(assistant)}
      emptyContent={
        list.isError ? (
          <>
            {sentenceOf(list.error, 'Les assistants n’ont pas pu être chargés.')}
            <TextButton onPress={() => void list.refetch()}>Réessayer</TextButton>
          </>
        ) : isPending ? (
          'Chargement des assistants…'
        ) : (
          'Aucun assistant pour le moment.'
        )
      }
      enterVerb="appeler"
    />
  )
}

const withOptions = ({ title, choices }: ReturnType<typeof assistantChoices>[number]) => ({
  title,
  choices: choices.map((assistant) => ({
    id: assistant.id,
    name: assistant.name,
    detail: assistant.category.name,
    icon: <Icon name={assistant.icon} size={18} />,
    assistant,
  })),
})
