import { routes, type Project, type SentRouteBody } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, isNotFound, isStale } from '../../api/transport/api-error.ts'
import { updateListRows, invalidate, keyOf, queryFor, queryClient } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { create as createOnServer } from '../../api/create.ts'
import { usePages, type ListDepth } from '../../api/pages.ts'

/** Pages of the person's projects that match the search. */
export const useProjects = (search: string, depth: ListDepth) => usePages(routes.projects.page, { search }, depth)

const oneProject = (id: string) => queryFor(routes.projects.get, { params: { id } })

/** Query of a project, with its content. */
export const useProject = (id: string) => useQuery(oneProject(id))

/** Loads a project for editing, because lists do not have its content. Of several calls, only the last one runs its callbacks. */
export const useProjectReader = () =>
  useMutation({ mutationFn: (id: string) => queryClient.fetchQuery({ ...oneProject(id), staleTime: 0 }), onError: refreshIfOutdated })

/**
 * After a failed call: invalidates the projects if the error means that the cached data is outdated (saved, deleted or shared differently by somebody
 * else).
 */
function refreshIfOutdated(error: unknown): void {
  if (isStale(error) || isNotFound(error) || (error instanceof ApiError && error.status === 403)) void invalidate(routes.projects.update)
}

/** Mutations of a project. Each updates the cache once the server has saved the change, then refreshes every screen that shows the project. */
export function useProjectChanges() {
  function storeProject(project: Project) {
    queryClient.setQueryData(oneProject(project.id).queryKey, project)
    updateListRows(routes.projects.page, (row) => (row.id === project.id ? project : row))
    // Refetched too, because its position in the lists may have changed.
    void invalidate(routes.projects.update)
  }

  const create = useMutation({
    mutationFn: (body: SentRouteBody<typeof routes.projects.create>) => createOnServer(routes.projects.create, body),
    onSuccess: storeProject,
  })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentRouteBody<typeof routes.projects.update> }) => call(routes.projects.update, { params: { id }, body }),
    onSuccess: storeProject,
    onError: refreshIfOutdated,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.projects.remove, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: keyOf(routes.projects.get, { params: { id } }) })
      updateListRows(routes.projects.page, (row) => (row.id === id ? null : row))
      void invalidate(routes.projects.remove)
    },
    onError: refreshIfOutdated,
  })
  return { create, update, remove }
}
