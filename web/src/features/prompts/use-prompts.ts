import { constants, routes, type Prompt } from '@parvis/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isStale } from '../../api/api-error.ts'
import { call } from '../../api/browser.ts'
import { withPrompt, type PromptValues } from './prompt-list.ts'

const key = ['prompts', 'library'] as const

/** The prompts. Their list takes at least 0.8 s (specification, chapter 7). */
export function usePrompts() {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const [list] = await Promise.all([call(routes.prompts.list, { signal }), new Promise((resolve) => setTimeout(resolve, constants.promptListDelayMs))])
      return list
    },
  })
}

/** Changes of the library. The list shows each at once; the other screens ask again. */
export function usePromptChanges() {
  const queryClient = useQueryClient()
  function keep(change: (list: Prompt[]) => Prompt[]) {
    queryClient.setQueryData<Prompt[]>(key, (list) => list && change(list))
    void queryClient.invalidateQueries({ queryKey: ['prompts'], predicate: ({ queryKey }) => queryKey[1] !== key[1] })
  }
  const save = useMutation({
    mutationFn: (values: PromptValues & { id?: string; expected_updated_at?: string | undefined }) => call(routes.prompts.save, { body: values }),
    onSuccess: (prompt) => keep((list) => withPrompt(list, prompt)),
    // Somebody else saved it since: the list is no longer so.
    onError: (error) => void (isStale(error) && queryClient.invalidateQueries({ queryKey: ['prompts'] })),
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.prompts.remove, { params: { id } }),
    onSuccess: (_, removedId) => keep((list) => list.filter(({ id }) => id !== removedId)),
  })
  return { save, remove }
}
