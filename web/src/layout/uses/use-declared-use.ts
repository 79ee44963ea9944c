import { registerRules, routes, type SentRouteBody, type UseAnswers } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/browser.ts'

/**
 * Answer to the questions on the sensitive uses of an assistant, given in a step of its publication.
 * `answers`: null while the step is not open. `begin` opens it and reads the opinion on these texts: without it, the questions stay.
 */
export function useDeclaredUse() {
  const [answers, setAnswers] = useState<UseAnswers | null>(null)
  const [error, setError] = useState<string | undefined>()
  const opinion = useMutation({ mutationFn: (body: SentRouteBody<typeof routes.register.opinion>) => call(routes.register.opinion, { body }) })
  const signs = opinion.data?.signs

  return {
    answers,
    signs,
    error,
    isReady: !opinion.isPending,
    begin(texts: SentRouteBody<typeof routes.register.opinion>) {
      setAnswers((given) => given ?? { areas: [], reason: '' })
      setError(undefined)
      opinion.mutate(texts)
    },
    change(next: UseAnswers) {
      setAnswers(next)
      setError(undefined)
    },
    leave: () => setAnswers(null),
    /** Whether the answer is complete; shows what is missing otherwise. */
    check(): boolean {
      const isMissing = answers !== null && answers.reason.trim() === '' && (answers.areas.length > 0 || (signs?.length ?? 0) > 0)
      setError(isMissing ? registerRules.reason.required : undefined)
      return !isMissing
    },
  }
}
