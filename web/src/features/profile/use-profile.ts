import { routes, type Profile } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { invalidate, queryFor, queryClient } from '../../api/queries.ts'
import { call, session } from '../../api/browser.ts'

export const useProfile = () => useQuery(queryFor(routes.profile.get))

/** Never refetched during a visit, because the lists do not change. */
export const useProfileOptions = () => useQuery({ ...queryFor(routes.profile.options), staleTime: Infinity })

export const useSaveProfile = () =>
  useMutation({
    mutationFn: (body: Partial<Profile>) => call(routes.profile.update, { body }),
    // The cache entry of the person who saves: a late response must not be written in the cache of the next person to sign in.
    onMutate: () => queryClient.getQueryCache().find<Profile>({ queryKey: queryFor(routes.profile.get).queryKey }),
    onSuccess: ({ message: _, ...profile }, _body, cacheEntry) => {
      cacheEntry?.setData(profile)
      // Refreshes the name in the sidebar.
      void session.verify(true)
    },
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: { current_password: string; new_password: string }) => call(routes.auth.changePassword, { body }),
    onSuccess: () => {
      void invalidate(routes.auth.changePassword)
      void session.verify(true)
    },
  })
