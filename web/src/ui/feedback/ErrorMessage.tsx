import { RotateCw } from 'lucide-react'
import { Banner } from './Banner.tsx'
import { Button } from '../Button.tsx'

interface ErrorMessageProps {
  /** What happened, what is kept, what to do. */
  children: string
  /** The query that failed: shows « Réessayer », which asks it again. */
  of?: { refetch: () => unknown; isFetching: boolean }
  /** « Réessayer » where another thing is tried again. */
  onRetry?: () => void
  isRetrying?: boolean
}

/** A failure in the place of what could not be shown. */
export function ErrorMessage({ children, of, onRetry = of && (() => void of.refetch()), isRetrying = of?.isFetching ?? false }: ErrorMessageProps) {
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
