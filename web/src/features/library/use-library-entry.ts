import { routes } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { invalidateAnswers } from '../../api/queries.ts'
import { ApiError, isConversationUnavailable, sentenceOf } from '../../api/transport/api-error.ts'
import { withDocumentBeside } from '../../chat/beside/document-param.ts'
import { changeContext } from '../../chat/conversation/change-conversation.ts'
import { paths } from '../../paths.ts'
import { replaceUrl } from '../../router/late-navigation.ts'
import { confirmIfUnsaved } from '../../router/navigation-blocker.ts'
import { useSearchParams } from '../../router/Router.tsx'

const moveFailure = 'La catégorie n’a pas pu être changée\u00a0: vos fichiers sont gardés ici.'
/** Whether the error is about the category, deleted or closed to this person since the list was loaded, rather than about the conversation. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'library.category_unknown'

/** State of the library chat page: queried category and conversation, from the URL and from what is started on the page. */
export function useLibraryEntry() {
  const query = useSearchParams()
  const request = { category: query.get('category'), conversation: query.get('conversation') }
  // `current` is the conversation on the screen; the URL follows it, and must not remount it.
  // `moved` is the category to which a conversation with files and no question was moved.
  const requestedEntry = { ...request, moved: null as string | null, address: request.conversation, current: request.conversation }
  const [entry, setEntry] = useState({ ...requestedEntry, serial: 0 })
  const [failure, setFailure] = useState<{ serial: number; sentence: string } | null>(null)
  const lastSerial = useRef(entry.serial)
  useEffect(() => {
    lastSerial.current = entry.serial
  })
  if (request.conversation !== entry.address) {
    const isFollowed = request.conversation === entry.current
    setEntry(isFollowed ? { ...entry, address: request.conversation } : { ...requestedEntry, serial: entry.serial + 1 })
  }

  function updateUrl(category: string, conversation: string | null) {
    const url = `${paths.libraryChat}?${new URLSearchParams({ category, ...(conversation !== null && { conversation }) })}`
    replaceUrl(conversation === null ? url : withDocumentBeside(url))
  }
  function enter(category: string, conversation: string | null) {
    const movedCategory = conversation === null ? null : category
    setEntry((previous) => ({ ...previous, category, moved: movedCategory, conversation, current: conversation, serial: previous.serial + 1 }))
    updateUrl(category, conversation)
  }

  return {
    entry,
    /** Makes the shown category the requested one. */
    show: (category: string) => setEntry({ ...entry, category }),
    /** Starts a conversation in a category. @param waiting id of a conversation that has files but no question yet, which is moved there */
    begin: (category: string, waiting: string | null) =>
      confirmIfUnsaved(() => {
        setFailure(null)
        if (waiting === null) return enter(category, null)
        const { serial } = entry
        // Ignores the result if another conversation was opened meanwhile.
        const isCurrent = () => lastSerial.current === serial
        changeContext(waiting, { library: category }).then(
          () => isCurrent() && enter(category, waiting),
          (error: unknown) => {
            if (isUnknown(error)) void invalidateAnswers(routes.library.categories)
            if (isConversationUnavailable(error) && !isUnknown(error)) return isCurrent() && enter(category, null)
            setFailure({ serial, sentence: `${moveFailure} ${sentenceOf(error, 'Veuillez réessayer.')}` })
          },
        )
      }),
    /** Sentence shown when the files could not be moved to the chosen category; they stay where they were. Null otherwise. */
    failure: failure?.serial === entry.serial ? failure.sentence : null,
    forgetFailure: () => setFailure(null),
    /** Called when the conversation on the screen gets its id. */
    onEntered(category: string, conversation: string) {
      if (conversation === entry.current) return
      setEntry({ ...entry, current: conversation })
      updateUrl(category, conversation)
    },
  }
}
