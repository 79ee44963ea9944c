import { routes, type Project, type SentBody } from '@parvis/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'
import { withoutProject, withProject } from './project-list.ts'

const listKey = ['projects'] as const
const oneKey = (id: string) => ['projects', id] as const

/** The person's projects. */
export const useProjects = () => useQuery({ queryKey: listKey, queryFn: ({ signal }) => call(routes.projects.list, { signal }) })

/** One of them, with what the list already knows until the server answers. */
export function useProject(id: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(routes.projects.get, { params: { id }, signal }),
    placeholderData: () => queryClient.getQueryData<Project[]>(listKey)?.find((project) => project.id === id),
  })
}

/** The changes of a project. Each resolves once the server has kept it, and every screen that shows the project knows it at once. */
export function useProjectChanges() {
  const queryClient = useQueryClient()

  function keep(project: Project) {
    queryClient.setQueryData(oneKey(project.id), project)
    queryClient.setQueryData<Project[]>(listKey, (list) => list && withProject(list, project))
  }

  const create = useMutation({ mutationFn: (body: SentBody<typeof routes.projects.create>) => call(routes.projects.create, { body }), onSuccess: keep })
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: SentBody<typeof routes.projects.update> }) => call(routes.projects.update, { params: { id }, body }),
    onSuccess: keep,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(routes.projects.remove, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: oneKey(id) })
      queryClient.setQueryData<Project[]>(listKey, (list) => list && withoutProject(list, id))
      // Conversations stay, without their project.
      void queryClient.invalidateQueries({ queryKey: ['conversations'] })
    },
  })
  return { create, update, remove }
}
