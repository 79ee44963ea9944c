import { isNotFound, isTemporary, sentenceOf } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'

interface FailureBannerProps {
  /** Sentence of the specification (chapter 8) that says what failed. */
  sentence: string
  /** Error that may give the reason. */
  error: unknown
  onDismiss?: () => void
}

/** Error banner of the projects, with the reason when it helps. */
export function FailureBanner({ sentence, error, onDismiss }: FailureBannerProps) {
  const reason = reasonOf(error)
  return (
    <Banner tone="error" onDismiss={onDismiss}>
      <p>{sentence}</p>
      {reason && <p>{reason}</p>}
    </Banner>
  )
}

/** Returns a reason that the person can act on; null for an error of the application itself. */
function reasonOf(error: unknown): string | null {
  if (isTemporary(error)) return sentenceOf(error, '')
  if (isNotFound(error))
    return 'Ce projet n’existe plus, ou ne vous est plus ouvert\u00a0: il a été supprimé, ou n’est plus partagé avec vous. Copiez ce que vous voulez garder de votre texte, puis revenez à la liste.'
  const isRefusal = error instanceof Error && 'status' in error && Number(error.status) >= 400 && Number(error.status) < 500
  return isRefusal ? sentenceOf(error, '') || null : null
}
