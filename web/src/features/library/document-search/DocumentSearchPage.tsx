import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { navigate } from '../../../router/address.ts'
import { isLeaving, sayPlace } from '../../../router/say-place.ts'
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
  const [entry, setEntry] = useState({ key, conversation, current: conversation, chosen: null as typeof chosen, serial: 0 })
  if (key !== entry.key) {
    const isShown = conversation === entry.current && chosen === null
    setEntry(isShown ? { ...entry, key } : { key, conversation, current: conversation, chosen, serial: entry.serial + 1 })
  }
  return (
    <DocumentSearch
      key={entry.serial}
      conversationId={entry.conversation}
      chosen={entry.chosen}
      onEntered={(current) => {
        if (current === entry.current || isLeaving(key)) return
        setEntry({ ...entry, current })
        sayPlace(paths.documentSearch(current))
      }}
      onNew={(documents) => askToLeave(() => navigate(paths.documentChat, { force: true, state: { chosen: documents } }))}
    />
  )
}
