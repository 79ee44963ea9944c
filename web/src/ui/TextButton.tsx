import type { ReactNode } from 'react'
import styles from './Button.module.css'
import { PressButton, type PressProps } from './PressButton.tsx'

interface TextButtonProps extends PressProps {
  children: ReactNode
  /** `muted`: for a button that folds a section or is rarely needed. Default `primary`. */
  tone?: 'primary' | 'muted'
}

/** Button without a frame, in or after a sentence: « Annuler », « Recharger ». With `aria-expanded`, its chevron shows whether the section is open. */
export function TextButton({ tone = 'primary', ...props }: TextButtonProps) {
  return <PressButton {...props} className={`${styles.text} ${tone === 'muted' ? styles.muted : ''}`} />
}
