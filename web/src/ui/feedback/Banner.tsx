import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import styles from './Banner.module.css'
import { focusAround } from '../overlays/focus-within.ts'
import { IconButton } from '../IconButton.tsx'
import { isWithoutPointer, type Press } from '../PressButton.tsx'

const drawings = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info }

interface BannerProps {
  tone: 'success' | 'error' | 'warning' | 'info'
  children: ReactNode
  /** Shows a cross. */
  onDismiss?: () => void
  /** Calls `onDismiss` after so many milliseconds; the wait starts again when the pointer or the focus leaves the banner. */
  autoDismissMs?: number
  /** A button or a link, « Réessayer » for example. */
  action?: ReactNode
}

/** A sentence about what has just happened. Errors are alerts, the rest a polite status. */
export function Banner({ tone, children, onDismiss, autoDismissMs, action }: BannerProps) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Each for itself: the focus that leaves does not let go what the pointer still shows.
  const isHeld = isPointed || isFocused
  const dismiss = useEffectEvent(() => onDismiss?.())
  // Another sentence has its own time; the screen around it, drawn anew meanwhile, gives this one no more.
  useEffect(() => {
    if (!autoDismissMs || isHeld) return
    const timer = setTimeout(() => dismiss(), autoDismissMs)
    return () => clearTimeout(timer)
  }, [autoDismissMs, children, isHeld])
  function close(press: Press) {
    // The cross goes with its message: who presses it without a pointer would start over from the top of the page.
    if (isWithoutPointer(press)) focusAround(press.currentTarget)
    onDismiss?.()
  }
  const Drawing = drawings[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`${styles.banner} ${styles[tone]} ${action ? styles.withAction : ''}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Drawing className={styles.icon} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action}
      {onDismiss && <IconButton icon={X} label="Fermer ce message" size="s" onPress={close} />}
    </div>
  )
}
