import type { ReactNode } from 'react'
import styles from './Button.module.css'
import { PressButton, type PressProps } from './PressButton.tsx'

interface TextButtonProps extends PressProps {
  children: ReactNode
  /** `muted`: for what folds, or is rarely wanted. Default `primary`. */
  tone?: 'primary' | 'muted'
}

/** A button that is only words, in or after a sentence: « Annuler », « Recharger ». With `aria-expanded`, it shows which way it folds. */
export function TextButton({ tone = 'primary', ...props }: TextButtonProps) {
  return <PressButton {...props} className={`${styles.text} ${tone === 'muted' ? styles.muted : ''}`} />
}
