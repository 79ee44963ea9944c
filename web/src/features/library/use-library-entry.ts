import { routes } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { askAgain } from '../../api/ask.ts'
import { ApiError, isGone, sentenceOf } from '../../api/transport/api-error.ts'
import { changeContext } from '../../chat/conversation/change-conversation.ts'
import { paths } from '../../paths.ts'
import { sayPlace } from '../../router/say-place.ts'
import { askToLeave } from '../../router/leaving.ts'
import { useSearchParams } from '../../router/Router.tsx'

const kept = 'La catégorie n’a pas pu être changée\u00a0: vos fichiers sont gardés ici.'
/** The category was deleted, or closed to this person, since the list was read: it says nothing of the conversation. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'library.category_unknown'

/** Which category is asked, in which conversation: what the address says, and what is begun here. */
export function useLibraryEntry() {
  const query = useSearchParams()
  const wanted = { category: query.get('category'), conversation: query.get('conversation') }
  // `current` is the conversation on the screen: the address follows it, and must not open it anew.
  // `moved`: the category that files which came before any question have followed.
  const opened = { ...wanted, moved: null as string | null, address: wanted.conversation, current: wanted.conversation }
  const [entry, setEntry] = useState({ ...opened, serial: 0 })
  const [failure, setFailure] = useState<{ serial: number; sentence: string } | null>(null)
  const opening = useRef(entry.serial)
  useEffect(() => {
    opening.current = entry.serial
  })
  if (wanted.conversation !== entry.address) {
    const isFollowed = wanted.conversation === entry.current
    setEntry(isFollowed ? { ...entry, address: wanted.conversation } : { ...opened, serial: entry.serial + 1 })
  }

  function follow(category: string, conversation: string | null) {
    sayPlace(`${paths.libraryChat}?${new URLSearchParams({ category, ...(conversation !== null && { conversation }) })}`)
  }
  function enter(category: string, conversation: string | null) {
    const moved = conversation === null ? null : category
    setEntry((former) => ({ ...former, category, moved, conversation, current: conversation, serial: former.serial + 1 }))
    follow(category, conversation)
  }

  return {
    entry,
    /** The category shown is the one that is asked from now on. */
    show: (category: string) => setEntry({ ...entry, category }),
    /** Begins a conversation in a category. `waiting`: the one that has files and no question yet, which goes there with them. */
    begin: (category: string, waiting: string | null) =>
      askToLeave(() => {
        setFailure(null)
        if (waiting === null) return enter(category, null)
        const { serial } = entry
        // Whoever has opened another conversation meanwhile is not led back.
        const isHere = () => opening.current === serial
        changeContext(waiting, { library: category }).then(
          () => isHere() && enter(category, waiting),
          (error: unknown) => {
            if (isUnknown(error)) void askAgain(routes.library.categories)
            if (isGone(error) && !isUnknown(error)) return isHere() && enter(category, null)
            setFailure({ serial, sentence: `${kept} ${sentenceOf(error, 'Veuillez réessayer.')}` })
          },
        )
      }),
    /** Why the files of this conversation could not go to the category that was chosen: they are where they were. */
    failure: failure?.serial === entry.serial ? failure.sentence : null,
    forgetFailure: () => setFailure(null),
    /** The conversation of the screen has a name. */
    onEntered(category: string, conversation: string) {
      if (conversation === entry.current) return
      setEntry({ ...entry, current: conversation })
      follow(category, conversation)
    },
  }
}
