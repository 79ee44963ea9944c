import type { ReactNode } from 'react'
import styles from './Badge.module.css'

interface BadgeProps {
  tone?: 'neutral' | 'primary' | 'accent' | 'success' | 'warning' | 'danger'
  icon?: ReactNode
  children: ReactNode
}

/** A word about a state; its text says it, the colour only helps. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {icon}
      {children}
    </span>
  )
}
