import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { navigate } from '../../../router/address.ts'
import { sayPlace } from '../../../router/say-place.ts'
import { askToLeave } from '../../../router/leaving.ts'
import { useSearchParams } from '../../../router/Router.tsx'
import { DocumentSearch } from './DocumentSearch.tsx'

/** Single-document search (specification, chapter 2): load, then ask. Query: conversation, to resume one. */
export function DocumentSearchPage() {
  const query = useSearchParams()
  const address = query.get('conversation')
  // `current` is the conversation on the screen: the address follows it, and must not open it anew.
  const [entry, setEntry] = useState({ address, conversation: address, current: address, chosen: null as readonly string[] | null, serial: 0 })
  if (address !== entry.address)
    setEntry(address === entry.current ? { ...entry, address } : { address, conversation: address, current: address, chosen: null, serial: entry.serial + 1 })
  return (
    <DocumentSearch
      key={entry.serial}
      conversationId={entry.conversation}
      chosen={entry.chosen}
      onEntered={(current) => {
        if (current === entry.current) return
        setEntry({ ...entry, current })
        sayPlace(paths.documentSearch(current))
      }}
      onNew={(chosen) =>
        askToLeave(() => {
          setEntry({ address, conversation: null, current: null, chosen, serial: entry.serial + 1 })
          navigate(paths.documentChat, { force: true })
        })
      }
    />
  )
}
