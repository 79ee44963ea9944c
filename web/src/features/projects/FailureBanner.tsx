import { isMissing, isPassing, sentenceOf } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'

interface FailureBannerProps {
  /** What could not be done: a sentence of the specification, chapter 8. */
  sentence: string
  /** Why, when the server or the network says it. */
  error: unknown
  onDismiss?: () => void
}

/** The red banner of the projects: what failed, and why when that helps. */
export function FailureBanner({ sentence, error, onDismiss }: FailureBannerProps) {
  const reason = reasonOf(error)
  return (
    <Banner tone="error" onDismiss={onDismiss}>
      <p>{sentence}</p>
      {reason && <p>{reason}</p>}
    </Banner>
  )
}

/** A reason that the person can act upon; nothing for a fault of ours, which the sentence already admits. */
function reasonOf(error: unknown): string | null {
  if (isPassing(error)) return sentenceOf(error, '')
  if (isMissing(error))
    return 'Ce projet n’existe plus, ou ne vous est plus ouvert\u00a0: il a été supprimé, ou n’est plus partagé avec vous. Copiez ce que vous voulez garder de votre texte, puis revenez à la liste.'
  const isRefusal = error instanceof Error && 'status' in error && Number(error.status) >= 400 && Number(error.status) < 500
  return isRefusal ? sentenceOf(error, '') || null : null
}
