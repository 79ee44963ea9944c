import { routes, type PersonalPrompt, type SentBody } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { invalidate, keyOf, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { create as createOnServer } from '../../api/create.ts'
import { usePages, type Depth } from '../../api/pages.ts'
import { queryClient } from '../../api/query.ts'
import { isStale, sentenceOf } from '../../api/transport/api-error.ts'
import { offerUndo } from '../../layout/undo/undoable.ts'

/** The person’s prompts, by name, those that hold the text; a page at a time. */
export const usePersonalPrompts = (search: string, depth: Depth) => usePages(routes.personalPrompts.page, { search }, depth)

/** Reads a prompt before it is edited: the list does not hold its text. Of several asked in turn, only the last one answers its asker. */
export const usePromptReader = () =>
  useMutation({ mutationFn: (id: string) => queryClient.fetchQuery({ ...q(routes.personalPrompts.get, { params: { id } }), staleTime: 0 }) })

/** Writes a prompt; every screen that shows it knows it at once. */
export function usePromptChanges() {
  const create = useMutation({
    mutationFn: (body: SentBody<typeof routes.personalPrompts.create>) => createOnServer(routes.personalPrompts.create, body),
    onSuccess: () => void invalidate(routes.personalPrompts.create),
  })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentBody<typeof routes.personalPrompts.update> }) =>
      call(routes.personalPrompts.update, { params: { id }, body }),
    onSuccess: (prompt: PersonalPrompt) => {
      queryClient.setQueryData(keyOf(routes.personalPrompts.get, { params: { id: prompt.id } }), prompt)
      void invalidate(routes.personalPrompts.update)
    },
    // It was saved in another window since: what is shown of it is no longer so.
    onError: (error) => void (isStale(error) && invalidate(routes.personalPrompts.update)),
  })
  return { create, update }
}

/** Deletes a prompt in a while; until then it may be taken back. @returns what was done, to be announced */
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
        // The list is asked again before the row may show again.
        await invalidate(routes.personalPrompts.remove)
      }
    },
    describeError: (error) => `Le prompt «\u00a0${name}\u00a0» n’a pas pu être supprimé. ${sentenceOf(error, 'Veuillez réessayer.')}`,
  })
  return sentence
}
