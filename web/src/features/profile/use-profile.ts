import { routes, type Profile } from '@parvis/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { invalidate, q } from '../../api/ask.ts'
import { call, session } from '../../api/browser.ts'
import { queryClient } from '../../api/query.ts'

export const useProfile = () => useQuery(q(routes.profile.get))

/** The lists do not change while a person looks. */
export const useProfileOptions = () => useQuery({ ...q(routes.profile.options), staleTime: Infinity })

export const useSaveProfile = () =>
  useMutation({
    mutationFn: (body: Partial<Profile>) => call(routes.profile.update, { body }),
    // Of the person who asks: what comes once they have gone is not kept for whoever comes next.
    onMutate: () => queryClient.getQueryCache().find<Profile>({ queryKey: q(routes.profile.get).queryKey }),
    onSuccess: ({ message: _, ...profile }, _body, kept) => {
      kept?.setData(profile)
      // The sidebar shows the name.
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
