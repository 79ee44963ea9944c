import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import styles from './Banner.module.css'
import { focusNearby } from '../overlays/focus-within.ts'
import { IconButton } from '../IconButton.tsx'
import { isWithoutPointer, type Press } from '../PressButton.tsx'

const drawings = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info }

interface BannerProps {
  tone: 'success' | 'error' | 'warning' | 'info'
  children: ReactNode
  /** Shows a close button that calls it. */
  onDismiss?: () => void
  /** Milliseconds after which `onDismiss` is called; the delay restarts when the pointer or the focus leaves the banner. */
  autoDismissMs?: number
  /** Button or link, « Réessayer » for example. */
  action?: ReactNode
}

/** Message about what has just happened: an alert for errors, a polite status otherwise. */
export function Banner({ tone, children, onDismiss, autoDismissMs, action }: BannerProps) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Two separate states: the banner must stay under the pointer even if it loses the focus.
  const isTimerPaused = isPointed || isFocused
  const dismiss = useEffectEvent(() => onDismiss?.())
  // A new message restarts the delay, but rendering the same one again does not.
  useEffect(() => {
    if (!autoDismissMs || isTimerPaused) return
    const timer = setTimeout(() => dismiss(), autoDismissMs)
    return () => clearTimeout(timer)
  }, [autoDismissMs, children, isTimerPaused])
  function close(press: Press) {
    // The close button disappears with the message: keyboard users would start again from the top of the page.
    if (isWithoutPointer(press)) focusNearby(press.currentTarget)
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
