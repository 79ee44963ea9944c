import { routes, type WrittenBlock, type WrittenDocument } from '@parvis/contract'
import type { MergeConflict } from '@parvis/written-document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call, useSession, useUser } from '../../api/browser.ts'
import { keyOf, queryClient, queryFor } from '../../api/queries.ts'
import { ApiError, isStale, isTemporary } from '../../api/transport/api-error.ts'
import { DocumentStore, type DocumentSaveState, type StoreDeps } from './document-store.ts'
import { createLocalCopies, type LocalCopies } from './local-copies.ts'

/** A document being written, and the functions that change it. */
export interface OpenWrittenDocument {
  /** The document as it is written here, saved or not; null until it is read. */
  document: WrittenDocument | null
  /** Failure of the reading, or of the last saving. */
  error: unknown
  state: DocumentSaveState
  conflicts: readonly MergeConflict[]
  setBlocks: (blocks: WrittenBlock[]) => void
  setTitle: (title: string) => void
  setKind: (kind: WrittenDocument['kind']) => void
  settle: (conflict: MergeConflict, choice: 'mine' | 'theirs') => void
  /** Reads the document again, and merges it with what is not saved. */
  reload: () => Promise<void>
}

/** Bytes that a browser sends for a page being left, with a margin. */
const keepaliveBytes = 60_000

const none = () => () => undefined

/** Reads a document, keeps what is typed in the tab, saves it, and merges it with what others save. */
export function useWrittenDocument(id: string): OpenWrittenDocument {
  const { id: user_id } = useUser()
  const { status } = useSession()
  const input = { params: { id } }
  const query = useQuery({ ...queryFor(routes.writtenDocuments.get, input), staleTime: 0 })
  const { data } = query
  const key = `${user_id}.document.${id}`
  const [opened, setOpened] = useState<{ key: string; store: DocumentStore; copies: LocalCopies } | null>(null)
  if (data !== undefined && opened?.key !== key) {
    const copies = createLocalCopies(key)
    setOpened({ key, copies, store: new DocumentStore(data, copies.read(data), { ...serverOf(id), keep: copies.keep, later, isStale, isTemporary: mayRetry }) })
  }
  const { store, copies } = opened?.key === key ? opened : { store: null, copies: null }
  useEffect(() => (store === null ? undefined : followPage(store, copies)), [store, copies])
  useEffect(() => {
    if (store !== null && data !== undefined) store.receive(data)
  }, [store, data])
  useEffect(() => {
    if (store !== null && status === 'authenticated' && store.snapshot().state === 'local') void store.flush()
  }, [store, status])

  const snapshot = useSyncExternalStore(store?.subscribe ?? none, () => store?.snapshot() ?? null)
  // Without a session, what is typed stays here until the person signs in again.
  const isUnsent = snapshot?.state === 'saving' && status !== 'authenticated'
  return {
    document: snapshot?.document ?? null,
    error: snapshot === null ? query.error : snapshot.error,
    state: isUnsent ? 'local' : (snapshot?.state ?? 'saved'),
    conflicts: snapshot?.conflicts ?? [],
    setBlocks: (blocks) => store?.change({ blocks }),
    setTitle: (title) => store?.change({ title }),
    setKind: (kind) => store?.change({ kind }),
    settle: (conflict, choice) => store?.settle(conflict, choice),
    reload: async () => void (await query.refetch()),
  }
}

/** Saves the text when the page is left or hidden, and when the network is back. @returns a function that stops, and saves once more */
function followPage(store: DocumentStore, copies: LocalCopies): () => void {
  const flush = () => void store.flush()
  const leave = () => {
    copies.flush()
    void store.flush(true)
  }
  const hide = () => document.visibilityState === 'hidden' && leave()
  // The browser asks before it closes a tab whose text is nowhere else.
  const warn = (event: Event) => {
    const { state, document: text } = store.snapshot()
    if (state === 'local' || state === 'conflict' || (state === 'saving' && !canOutlivePage(text))) event.preventDefault()
  }
  store.start()
  addEventListener('online', flush)
  addEventListener('pagehide', leave)
  addEventListener('beforeunload', warn)
  document.addEventListener('visibilitychange', hide)
  return () => {
    removeEventListener('online', flush)
    removeEventListener('pagehide', leave)
    removeEventListener('beforeunload', warn)
    document.removeEventListener('visibilitychange', hide)
    leave()
    store.stop()
  }
}

/** Calls of the server for a document. Each answer goes to the cache, which every screen of the document reads. */
function serverOf(id: string): Pick<StoreDeps, 'read' | 'write'> {
  const params = { id }
  return {
    read: () => call(routes.writtenDocuments.get, { params }),
    async write({ title, kind, blocks }, expected_updated_at, isLeaving) {
      const body = { title, kind, blocks: [...blocks], expected_updated_at }
      const keepalive = isLeaving && canOutlivePage(body)
      const saved = await call(routes.writtenDocuments.update, { params, body, keepalive })
      queryClient.setQueryData(keyOf(routes.writtenDocuments.get, { params }), saved)
      return saved
    },
  }
}

/** Whether a request that carries it goes on when the page is left. */
const canOutlivePage = (body: object): boolean => new Blob([JSON.stringify(body)]).size < keepaliveBytes

/** A refused session is one that the person may open again. */
const mayRetry = (error: unknown) => isTemporary(error) || (error instanceof ApiError && error.status === 401)

function later(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
