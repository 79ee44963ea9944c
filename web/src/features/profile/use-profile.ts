import { routes, type Profile } from '@parvis/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, session } from '../../api/browser.ts'

const key = ['profile'] as const

export const useProfile = () => useQuery({ queryKey: key, queryFn: ({ signal }) => call(routes.profile.get, { signal }) })

/** The lists do not change while a person looks. */
export const useProfileOptions = () =>
  useQuery({
    queryKey: ['profile', 'options'],
    queryFn: ({ signal }) => call(routes.profile.options, { signal }),
    staleTime: Infinity,
  })

export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<Profile>) => call(routes.profile.update, { body }),
    onSuccess: ({ message: _, ...profile }) => {
      queryClient.setQueryData<Profile>(key, profile)
      // The sidebar shows the name.
      void session.verify(true)
    },
  })
}

export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) => call(routes.auth.changePassword, { body }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [...key, 'security'] })
      void session.verify(true)
    },
  })
}
