import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { currentPlace, navigate } from '../../../router/address.ts'
import { sayPlace } from '../../../router/say-place.ts'
import { askToLeave } from '../../../router/leaving.ts'
import { useLocation } from '../../../router/Router.tsx'
import { DocumentSearch } from './DocumentSearch.tsx'

/** Single-document search (specification, chapter 2): load, then ask. Query: conversation, to resume one. */
export function DocumentSearchPage() {
  const { search, state, key } = useLocation()
  const conversation = new URLSearchParams(search).get('conversation')
  // What a new conversation is about, where another one led to it.
  const chosen = (state as { chosen?: readonly string[] } | null)?.chosen ?? null
  // `current` is the conversation on the screen: the address follows it, and a visit to it does not open it anew.
  const [entry, setEntry] = useState({ key, current: conversation, chosen: null as typeof chosen, serial: 0 })
  if (key !== entry.key)
    setEntry(chosen === null && conversation === entry.current ? { ...entry, key } : { key, current: conversation, chosen, serial: entry.serial + 1 })
  return (
    <DocumentSearch
      key={entry.serial}
      conversationId={conversation}
      chosen={entry.chosen}
      onEntered={(current) => {
        // Another visit is about to be drawn: the address is its own.
        if (current === entry.current || currentPlace().key !== key) return
        setEntry({ ...entry, current })
        sayPlace(paths.documentSearch(current))
      }}
      onNew={(documents) => askToLeave(() => navigate(paths.documentChat, { force: true, state: { chosen: documents } }))}
    />
  )
}
