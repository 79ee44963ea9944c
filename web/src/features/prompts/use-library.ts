import { constants, routes, type Prompt } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { invalidate, queryClient, queryFor } from '../../api/queries.ts'
import { isNotFound, isStale } from '../../api/transport/api-error.ts'
import type { PromptValues } from './PromptFields.tsx'
import { withPrompt } from './library.ts'

const library = queryFor(routes.prompts.list)

/** List of the library prompts. Loading takes at least 0.8 s (specification, chapter 7). */
export const useLibrary = () =>
  useQuery({
    ...library,
    queryFn: async (context) => {
      const [list] = await Promise.all([library.queryFn(context), new Promise((resolve) => setTimeout(resolve, constants.promptListDelayMs))])
      return list
    },
  })

/** Mutations of the prompt library, which update the shared cached list at once. */
export function useLibraryChanges() {
  function updateList(change: (list: Prompt[]) => Prompt[]) {
    queryClient.setQueryData<Prompt[]>(library.queryKey, (list) => list && change(list))
    // Cancels a fetch already in flight, whose response would have the old list.
    void invalidate(routes.prompts.save)
  }
  const save = useMutation({
    mutationFn: (values: PromptValues & { id?: string; expected_updated_at?: string | undefined }) =>
      values.id === undefined ? create(routes.prompts.save, values) : call(routes.prompts.save, { body: values }),
    onSuccess: (prompt) => updateList((list) => withPrompt(list, prompt)),
    // The prompt was saved or deleted by somebody else, so the cached list is outdated.
    onError: (error) => void ((isStale(error) || isNotFound(error)) && invalidate(routes.prompts.save)),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.prompts.remove, { params: { id } }),
    onSuccess: (_, removedId) => updateList((list) => list.filter(({ id }) => id !== removedId)),
    // The prompt was deleted by another administrator.
    onError: (error) => void (isNotFound(error) && invalidate(routes.prompts.remove)),
  })
  return { save, remove }
}
