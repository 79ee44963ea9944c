import { RotateCw } from 'lucide-react'
import { Banner } from './Banner.tsx'
import { Button } from '../Button.tsx'

interface ErrorMessageProps {
  /** What happened, what is kept, what to do. */
  children: string
  /** Shows « Réessayer ». */
  onRetry?: () => void
  isRetrying?: boolean
}

/** A failure in the place of what could not be shown. */
export function ErrorMessage({ children, onRetry, isRetrying = false }: ErrorMessageProps) {
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
