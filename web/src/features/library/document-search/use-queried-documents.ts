import { routes, type Conversation, type ConversationDocument, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { call } from '../../../api/browser.ts'
import { chosenDocuments, queriedIds, withToggled, withDeleted } from './queried-documents.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'

export type QueriedDocuments = ReturnType<typeof useQueriedDocuments>

/**
 * Documents that are queried: those chosen before the first question, then those of the conversation, changed by calls to the server.
 * @param initial documents chosen at first; null for every document that the person has loaded
 */
export function useQueriedDocuments(conversation: Conversation | null, initial: readonly string[] | null) {
  const { data: loaded } = useLoadedDocuments()
  const [chosen, setChosen] = useState(initial)
  const [current, setCurrent] = useState<{ of: Conversation | null; documents: readonly ConversationDocument[] }>({ of: null, documents: [] })
  const [failure, setFailure] = useState<string | null>(null)
  if (conversation !== current.of) setCurrent({ of: conversation, documents: conversation?.documents ?? [] })
  const ids = queriedIds(chosen, loaded ?? [])
  const documents = conversation === null ? chosenDocuments(ids, loaded ?? []) : current.documents

  async function change(work: (id: string) => Promise<Conversation>): Promise<void> {
    if (conversation === null) return
    setFailure(null)
    try {
      const { documents: updatedDocuments } = await work(conversation.id)
      setCurrent({ of: conversation, documents: updatedDocuments })
    } catch (error) {
      setFailure(sentenceOf(error, 'Les documents de cette conversation n’ont pas pu être changés.'))
    }
  }
  const add = (addedIds: readonly string[]) => change((id) => call(routes.conversations.addDocuments, { params: { id }, body: { documents: [...addedIds] } }))

  // Documents loaded while the first question was being sent are added to its conversation.
  const wasNew = useRef(conversation === null)
  const handleEntered = useEffectEvent((found: Conversation) => {
    const late = (chosen ?? []).filter((id) => !found.documents.some(({ document_id }) => document_id === id))
    if (wasNew.current && late.length > 0) void add(late)
    wasNew.current = false
  })
  useEffect(() => {
    if (conversation !== null) handleEntered(conversation)
  }, [conversation])

  return {
    documents,
    /** Number of these documents that could not be read, and are thus not queried. */
    unread: documents.filter(({ document_id }) => loaded?.some(({ id, state }) => id === document_id && state === 'echec')).length,
    /** Ids that a new conversation queries. */
    ids,
    isQueried: (id: string): boolean => (conversation === null ? ids.includes(id) : documents.some(({ document_id }) => document_id === id)),
    failure,
    /** @param addedIds ids of documents just loaded: chosen before the first question, or added to the conversation after it */
    loaded(addedIds: readonly string[]): void {
      if (conversation === null) setChosen((previous) => [...(previous ?? []), ...addedIds])
      else void add(addedIds)
    },
    toggle(document_id: string, isAsked: boolean): void {
      if (conversation === null) setChosen(withToggled(ids, document_id, isAsked))
      else if (isAsked) void add([document_id])
      else void change((id) => call(routes.conversations.removeDocument, { params: { id, document_id } }))
    },
    deleted(document_id: string): void {
      setChosen((previous) => previous && withToggled(previous, document_id, false))
      setCurrent((previous) => ({ ...previous, documents: withDeleted(previous.documents, document_id) }))
    },
  }
}

/** Polling interval in milliseconds while a document is being read. */
const lifePollMs = 1_500

export const isRunning = ({ state }: LibraryDocument) => state === 'en_attente' || state === 'en_cours'

/** The person's own documents, latest first, polled while some are being read. */
export const useLoadedDocuments = () =>
  useQuery({
    ...queryFor(routes.library.uploads),
    select: ({ documents }) => documents,
    refetchInterval: ({ state }) => (state.data?.documents.some(isRunning) ? lifePollMs : false),
  })

/** Invalidates the list of loaded documents. */
export const loadedChanged = (): void => void invalidate(routes.library.upload)
