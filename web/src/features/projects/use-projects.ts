import { routes, type Project, type SentBody } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, isMissing, isStale } from '../../api/transport/api-error.ts'
import { changeRows, invalidate, keyOf, q } from '../../api/ask.ts'
import { call } from '../../api/browser.ts'
import { create as createOnServer } from '../../api/create.ts'
import { usePages, type Depth } from '../../api/pages.ts'
import { queryClient } from '../../api/query.ts'

/** The person's projects, those that hold the text; a page at a time. */
export const useProjects = (search: string, depth: Depth) => usePages(routes.projects.page, { search }, depth)

const oneProject = (id: string) => q(routes.projects.get, { params: { id } })

/** One of them, with its content. */
export const useProject = (id: string) => useQuery(oneProject(id))

/** Reads a project before it is edited: the lists do not hold its content. Of several asked in turn, only the last one answers its asker. */
export const useProjectReader = () =>
  useMutation({ mutationFn: (id: string) => queryClient.fetchQuery({ ...oneProject(id), staleTime: 0 }), onError: askIfOutdated })

/** After a call that failed because somebody else saved the project, deleted it, or shares it otherwise: nobody tells it, and what is shown is no longer so. */
function askIfOutdated(error: unknown): void {
  if (isStale(error) || isMissing(error) || (error instanceof ApiError && error.status === 403)) void invalidate(routes.projects.update)
}

/** The changes of a project. Each resolves once the server has kept it, and every screen that shows the project knows it at once. */
export function useProjectChanges() {
  function keep(project: Project) {
    queryClient.setQueryData(oneProject(project.id).queryKey, project)
    changeRows(routes.projects.page, (row) => (row.id === project.id ? project : row))
    // Its place among the others may have changed too.
    void invalidate(routes.projects.update)
  }

  const create = useMutation({ mutationFn: (body: SentBody<typeof routes.projects.create>) => createOnServer(routes.projects.create, body), onSuccess: keep })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentBody<typeof routes.projects.update> }) => call(routes.projects.update, { params: { id }, body }),
    onSuccess: keep,
    onError: askIfOutdated,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.projects.remove, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: keyOf(routes.projects.get, { params: { id } }) })
      changeRows(routes.projects.page, (row) => (row.id === id ? null : row))
      void invalidate(routes.projects.remove)
    },
    onError: askIfOutdated,
  })
  return { create, update, remove }
}
