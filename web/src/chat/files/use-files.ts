import { routes, type ConversationDocument, type DocumentProgress } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer } from 'react'
import { queryFor } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { randomId } from '../../api/random-ids.ts'
import { isNotFound } from '../../api/transport/api-error.ts'
import { addFiles, sortFiles } from './file-rules.ts'
import { filesReducer, isAlreadyAdded, attachedElsewhereEvents, withoutDeleted, type UploadingFile, attachedAtOpening } from './files-state.ts'
import { useUploadQueue, type FileOwner } from './use-upload-queue.ts'

/** Milliseconds between two requests of the state of files being read. */
const lifePollMs = 1_500

interface FilesOptions {
  lives?: readonly DocumentProgress[]
  isAwaited?: boolean
}

const noLives: readonly DocumentProgress[] = []

/**
 * Files of a conversation or a project: attached documents, uploads, and reading states.
 * @param documents documents when the owner was last fetched; stable reference. May include some attached from another tab
 * @param questions keys of the questions of a conversation
 * @param options.lives document states that came with `documents`; stable reference
 * @param options.isAwaited whether a question waits for the files: states are then polled even in a background tab
 */
export function useFiles(
  owner: FileOwner,
  documents: readonly ConversationDocument[],
  questions: readonly string[],
  { lives: initialLives = noLives, isAwaited = false }: FilesOptions = {},
) {
  const [localState, dispatch] = useReducer(filesReducer, { attached: attachedAtOpening(documents, questions), uploads: [] })
  const addFromServer = useEffectEvent(() => attachedElsewhereEvents(localState, documents, questions).forEach(dispatch))
  useEffect(() => addFromServer(), [documents])
  const ids = useMemo(() => localState.attached.flatMap(({ document_id }) => document_id ?? []), [localState.attached])
  const lives = useQuery({
    ...queryFor(routes.documents.states, { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    staleTime: 0,
    refetchIntervalInBackground: isAwaited,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.documents.some((life) => isRunning(life)) ? lifePollMs : false),
    // Another file changes the query key: the known states are shown until the new answer.
    placeholderData: (before) => before,
  })
  const lifeById = useMemo(() => new Map([...initialLives, ...(lives.data?.documents ?? [])].map((life) => [life.id, life])), [initialLives, lives.data])
  const hasServerLives = lives.isSuccess && !lives.isPlaceholderData
  const state = useMemo(() => (hasServerLives ? withoutDeleted(localState, lifeById) : localState), [hasServerLives, localState, lifeById])

  const queue = useUploadQueue(owner, questions, dispatch)

  return {
    state,
    lives: lifeById,
    /** @param maxMb size limit of a file in megabytes; null while unknown */
    add(files: readonly File[], maxMb: number | null) {
      // A file that is already attached, or chosen twice, is not sent again.
      const rows = addFiles([], files)
        .filter((file) => !isAlreadyAdded(state, file))
        .map((file) => ({ key: randomId(), file }))
      dispatch({ type: 'chosen', files: rows })
      for (const row of rows) {
        const [refusal] = sortFiles([row.file], maxMb).refused
        if (refusal) dispatch({ type: 'refused', key: row.key, refusal: refusal.reason, canRetry: false })
        else queue.enqueue(row)
      }
    },
    retry(sent: UploadingFile) {
      dispatch({ type: 'retried', key: sent.key })
      queue.enqueue(sent)
    },
    /** Aborts an upload in progress, or clears a failed one. */
    dismiss({ key }: UploadingFile) {
      queue.stop(key)
      dispatch({ type: 'dismissed', key })
    },
    /** Removes a document. One that is already missing counts as removed. @throws {ApiError} */
    async remove(document_id: string): Promise<void> {
      await removal(owner, document_id).catch((error: unknown) => {
        // Already removed, as intended.
        if (!isNotFound(error)) throw error
      })
      dispatch({ type: 'removed', document_id })
    },
  }
}

const isRunning = ({ state, state_reason }: DocumentProgress) => (state === 'en_attente' || state === 'en_cours') && state_reason === null

const removal = ({ id, remove }: FileOwner, document_id: string): Promise<unknown> => call(remove, { params: { id, document_id } })
