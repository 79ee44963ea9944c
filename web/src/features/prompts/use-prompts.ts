import { constants, routes, type Prompt } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isMissing, isStale } from '../../api/transport/api-error.ts'
import { invalidate, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { queryClient } from '../../api/query.ts'
import { withPrompt, type PromptValues } from './prompt-list.ts'

const all = q(routes.prompts.list)

/** The prompts. Their list takes at least 0.8 s (specification, chapter 7). */
export const usePrompts = () =>
  useQuery({
    ...all,
    queryFn: async (asking) => {
      const [list] = await Promise.all([all.queryFn(asking), new Promise((resolve) => setTimeout(resolve, constants.promptListDelayMs))])
      return list
    },
  })

/** Changes of the library: the list, which every screen shares, shows each at once. */
export function usePromptChanges() {
  function keep(change: (list: Prompt[]) => Prompt[]) {
    queryClient.setQueryData<Prompt[]>(all.queryKey, (list) => list && change(list))
    // A list that was asked for before, and comes after, would show the library as it was.
    void invalidate(routes.prompts.save)
  }
  const save = useMutation({
    mutationFn: (values: PromptValues & { id?: string; expected_updated_at?: string | undefined }) =>
      values.id === undefined ? create(routes.prompts.save, values) : call(routes.prompts.save, { body: values }),
    onSuccess: (prompt) => keep((list) => withPrompt(list, prompt)),
    // Somebody else saved or deleted it since: the list is no longer so.
    onError: (error) => void ((isStale(error) || isMissing(error)) && invalidate(routes.prompts.save)),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.prompts.remove, { params: { id } }),
    onSuccess: (_, removedId) => keep((list) => list.filter(({ id }) => id !== removedId)),
    // Another administrator has deleted it, which nobody else tells of.
    onError: (error) => void (isMissing(error) && invalidate(routes.prompts.remove)),
  })
  return { save, remove }
}
