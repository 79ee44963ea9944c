import { useState } from 'react'
import { withDocumentBeside } from '../../../chat/beside/document-param.ts'
import { paths } from '../../../paths.ts'
import { currentLocation, navigate } from '../../../router/location.ts'
import { replaceUrl } from '../../../router/late-navigation.ts'
import { confirmIfUnsaved } from '../../../router/navigation-blocker.ts'
import { useLocation } from '../../../router/Router.tsx'
import { DocumentSearch } from './DocumentSearch.tsx'

/** Document search (specification, chapter 2): load documents, then ask. Query parameter: conversation, to resume one. */
export function DocumentSearchPage() {
  const { search, state, key } = useLocation()
  const conversation = new URLSearchParams(search).get('conversation')
  // Documents passed by the previous conversation to a new one.
  const chosen = (state as { chosen?: readonly string[] } | null)?.chosen ?? null
  // `current` is the conversation on the screen, which the URL follows: a navigation to it must not remount the chat.
  const [entry, setEntry] = useState({ key, current: conversation, chosen: null as typeof chosen, serial: 0 })
  if (key !== entry.key)
    setEntry(chosen === null && conversation === entry.current ? { ...entry, key } : { key, current: conversation, chosen, serial: entry.serial + 1 })
  return (
    <DocumentSearch
      key={entry.serial}
      conversationId={conversation}
      chosen={entry.chosen}
      onEntered={(current) => {
        // During another navigation, the URL belongs to the next page.
        if (current === entry.current || currentLocation().key !== key) return
        setEntry({ ...entry, current })
        replaceUrl(withDocumentBeside(paths.documentSearch(current)))
      }}
      onNew={(documents) => confirmIfUnsaved(() => navigate(paths.documentChat, { force: true, state: { chosen: documents } }))}
    />
  )
}
