import { routes, type ListedProject, type Project, type SentBody } from '@parvis/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isStale } from '../../api/api-error.ts'
import { call } from '../../api/browser.ts'
import { changeRows, usePages } from '../../api/pages.ts'

const allKey = ['projects'] as const
const pagesKey = ['projects', 'pages'] as const
const oneKey = (id: string) => ['projects', 'one', id] as const

/** The person's projects, those that hold the text; a page at a time. */
export const useProjects = (search: string) =>
  usePages<ListedProject>([...pagesKey, search], (cursor, signal) =>
    call(routes.projects.page, { query: { ...(search !== '' && { search }), ...(cursor !== undefined && { cursor }) }, signal }),
  )

const oneProject = (id: string) => ({
  queryKey: oneKey(id),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(routes.projects.get, { params: { id }, signal }),
})

/** One of them, with its content. */
export const useProject = (id: string) => useQuery(oneProject(id))

/** Reads a project before it is edited: the lists do not hold its content. Of several asked in turn, only the last one answers its asker. */
export function useProjectReader() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: (id: string) => queryClient.fetchQuery({ ...oneProject(id), staleTime: 0 }) })
}

/** The changes of a project. Each resolves once the server has kept it, and every screen that shows the project knows it at once. */
export function useProjectChanges() {
  const queryClient = useQueryClient()
  // Its place among the others may have changed too.
  const askListsAgain = () => {
    void queryClient.invalidateQueries({ queryKey: pagesKey })
    void queryClient.invalidateQueries({ queryKey: allKey, exact: true })
  }

  function keep(project: Project) {
    queryClient.setQueryData(oneKey(project.id), project)
    changeRows<ListedProject>(queryClient, pagesKey, (row) => (row.id === project.id ? project : row))
    askListsAgain()
  }

  const create = useMutation({ mutationFn: (body: SentBody<typeof routes.projects.create>) => call(routes.projects.create, { body }), onSuccess: keep })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentBody<typeof routes.projects.update> }) => call(routes.projects.update, { params: { id }, body }),
    onSuccess: keep,
    // Somebody else saved it since: what is shown of it is no longer so.
    onError: (error, { id }) => {
      if (!isStale(error)) return
      void queryClient.invalidateQueries({ queryKey: oneKey(id) })
      askListsAgain()
    },
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.projects.remove, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: oneKey(id) })
      changeRows<ListedProject>(queryClient, pagesKey, (row) => (row.id === id ? null : row))
      askListsAgain()
      // Conversations stay, without their project.
      void queryClient.invalidateQueries({ queryKey: ['conversations'] })
    },
  })
  return { create, update, remove }
}
