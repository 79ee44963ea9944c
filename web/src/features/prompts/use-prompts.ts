import { constants, routes, type Prompt } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isStale } from '../../api/transport/api-error.ts'
import { invalidate, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
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
  const keep = (change: (list: Prompt[]) => Prompt[]) => void queryClient.setQueryData<Prompt[]>(all.queryKey, (list) => list && change(list))
  const save = useMutation({
    mutationFn: (values: PromptValues & { id?: string; expected_updated_at?: string | undefined }) => call(routes.prompts.save, { body: values }),
    onSuccess: (prompt) => keep((list) => withPrompt(list, prompt)),
    // Somebody else saved it since: the list is no longer so.
    onError: (error) => void (isStale(error) && invalidate(routes.prompts.save)),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.prompts.remove, { params: { id } }),
    onSuccess: (_, removedId) => keep((list) => list.filter(({ id }) => id !== removedId)),
  })
  return { save, remove }
}
