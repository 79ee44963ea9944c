import { RotateCw } from 'lucide-react'
import { Banner } from './Banner.tsx'
import { Button } from '../Button.tsx'

interface ErrorMessageProps {
  /** Sentences that say what happened, what was not lost and what to do. */
  children: string
  /** The failed query: shows « Réessayer », which fetches it again. */
  query?: { refetch: () => unknown; isFetching: boolean }
  /** Replaces the fetch of `query` as the action of « Réessayer ». */
  onRetry?: () => void
  isRetrying?: boolean
}

/** Error message shown in place of content that could not be loaded. */
export function ErrorMessage({ children, query, onRetry = query && (() => void query.refetch()), isRetrying = query?.isFetching ?? false }: ErrorMessageProps) {
  return (
    <Banner
      tone="error"
      action={
        onRetry && (
          <Button size="s" icon={<RotateCw aria-hidden />} onPress={onRetry} isPending={isRetrying} pendingLabel="Nouvel essai…">
            Réessayer
          </Button>
        )
      }
    >
      {children}
    </Banner>
  )
}
