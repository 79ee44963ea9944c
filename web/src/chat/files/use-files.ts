import { routes, type ConversationDocument, type DocumentLife } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer } from 'react'
import { q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { drawName } from '../../api/draw-name.ts'
import { isMissing } from '../../api/transport/api-error.ts'
import { addFiles, sortFiles } from './file-rules.ts'
import { filesReducer, isThere, joinedElsewhere, withoutDeleted, type SentFile } from './files-state.ts'
import { heldFrom } from './sent-with.ts'
import { useUploadQueue, type FilePlace } from './use-upload-queue.ts'

/** Milliseconds between two requests of the state of files being read. */
const lifePollMs = 1_500

interface FilesOptions {
  lives?: readonly DocumentLife[]
  isAwaited?: boolean
}

const noLives: readonly DocumentLife[] = []

/**
 * Files of a conversation or a project: attached documents, uploads, and reading states.
 * @param documents documents when the owner was last fetched; stable reference. May include some attached from another tab
 * @param questions keys of the questions of a conversation
 * @param options.lives document states that came with `documents`; stable reference
 * @param options.isAwaited whether a question waits for the files: states are then polled even in a background tab
 */
export function useFiles(
  place: FilePlace,
  documents: readonly ConversationDocument[],
  questions: readonly string[],
  { lives: former = noLives, isAwaited = false }: FilesOptions = {},
) {
  const [known, dispatch] = useReducer(filesReducer, { held: heldFrom(documents, questions), sent: [] })
  const take = useEffectEvent(() => joinedElsewhere(known, documents, questions).forEach(dispatch))
  useEffect(() => take(), [documents])
  const ids = useMemo(() => known.held.flatMap(({ document_id }) => document_id ?? []), [known.held])
  const lives = useQuery({
    ...q(routes.documents.states, { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
    staleTime: 0,
    refetchIntervalInBackground: isAwaited,
    refetchInterval: ({ state: { data } }) => (data === undefined || data.documents.some((life) => isRunning(life)) ? lifePollMs : false),
    // Another file changes the query key: the known states are shown until the new answer.
    placeholderData: (before) => before,
  })
  const told = useMemo(() => new Map([...former, ...(lives.data?.documents ?? [])].map((life) => [life.id, life])), [former, lives.data])
  const isTold = lives.isSuccess && !lives.isPlaceholderData
  const state = useMemo(() => (isTold ? withoutDeleted(known, told) : known), [isTold, known, told])

  const queue = useUploadQueue(place, questions, dispatch)

  return {
    state,
    lives: told,
    /** @param maxMb size limit of a file in megabytes; null while unknown */
    add(files: readonly File[], maxMb: number | null) {
      // A file that is already attached, or chosen twice, is not sent again.
      const rows = addFiles([], files)
        .filter((file) => !isThere(state, file))
        .map((file) => ({ key: drawName(), file }))
      dispatch({ type: 'chosen', files: rows })
      for (const row of rows) {
        const [refusal] = sortFiles([row.file], maxMb).refused
        if (refusal) dispatch({ type: 'refused', key: row.key, refusal: refusal.reason, canRetry: false })
        else queue.enqueue(row)
      }
    },
    retry(sent: SentFile) {
      dispatch({ type: 'retried', key: sent.key })
      queue.enqueue(sent)
    },
    /** Aborts an upload in progress, or clears a failed one. */
    dismiss({ key }: SentFile) {
      queue.stop(key)
      dispatch({ type: 'dismissed', key })
    },
    /** Removes a document. One that is already missing counts as removed. @throws {ApiError} */
    async remove(document_id: string): Promise<void> {
      await removal(place, document_id).catch((error: unknown) => {
        // Already removed, as intended.
        if (!isMissing(error)) throw error
      })
      dispatch({ type: 'removed', document_id })
    },
  }
}

const isRunning = ({ state, state_reason }: DocumentLife) => (state === 'en_attente' || state === 'en_cours') && state_reason === null

const removal = ({ id, remove }: FilePlace, document_id: string): Promise<unknown> => call(remove, { params: { id, document_id } })
