import { routes, type PersonalPrompt, type SentRouteBody } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'
import { create as createOnServer } from '../../api/create.ts'
import { usePages, type ListDepth } from '../../api/pages.ts'
import { invalidate, keyOf, queryClient, queryFor } from '../../api/queries.ts'
import { isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { offerUndo } from '../../layout/undo/undoable.ts'

/** Pages of the person's prompts whose name or text matches the search, by name. */
export const usePersonalPrompts = (search: string, depth: ListDepth) => usePages(routes.personalPrompts.page, { search }, depth)

/** Loads a prompt for editing, because the list has only the beginning of its text. Of several calls, only the last one runs its callbacks. */
export const usePromptReader = () =>
  useMutation({ mutationFn: (id: string) => queryClient.fetchQuery({ ...queryFor(routes.personalPrompts.get, { params: { id } }), staleTime: 0 }) })

/** Mutations that create and update a personal prompt, then invalidate the screens that show it. */
export function usePersonalChanges() {
  const create = useMutation({
    mutationFn: (body: SentRouteBody<typeof routes.personalPrompts.create>) => createOnServer(routes.personalPrompts.create, body),
    onSuccess: () => void invalidate(routes.personalPrompts.create),
  })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentRouteBody<typeof routes.personalPrompts.update> }) =>
      call(routes.personalPrompts.update, { params: { id }, body }),
    onSuccess: (prompt: PersonalPrompt) => {
      queryClient.setQueryData(keyOf(routes.personalPrompts.get, { params: { id: prompt.id } }), prompt)
      void invalidate(routes.personalPrompts.update)
    },
    // A stale update: the prompt was saved in another window, so the cached data is outdated.
    onError: (error) => void (isStale(error) && invalidate(routes.personalPrompts.update)),
  })
  return { create, update }
}

/** Deletes a prompt after a delay during which it can be undone. @returns the sentence to announce */
export function removeSoon({ id, name }: Pick<PersonalPrompt, 'id' | 'name'>): string {
  const sentence = `Prompt «\u00a0${name}\u00a0» supprimé`
  offerUndo({
    sentence,
    hides: [id],
    undo: () => undefined,
    async finish() {
      try {
        await call(routes.personalPrompts.remove, { params: { id }, keepalive: true })
      } finally {
        // The list is refetched before the row is shown again.
        await invalidate(routes.personalPrompts.remove)
      }
    },
    describeError: (error) => `Le prompt «\u00a0${name}\u00a0» n’a pas pu être supprimé. ${sentenceOf(error, 'Veuillez réessayer.')}`,
  })
  return sentence
}
