import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import styles from './Button.module.css'

interface TextButtonProps extends Omit<AriaButtonProps, 'className' | 'style'> {
  /** `muted`: for what folds, or is rarely wanted. Default `primary`. */
  tone?: 'primary' | 'muted'
}

/** A button that is only words, in or after a sentence: « Annuler », « Recharger ». With `aria-expanded`, it shows which way it folds. */
export function TextButton({ tone = 'primary', ...props }: TextButtonProps) {
  return <AriaButton {...props} className={`${styles.text} ${tone === 'muted' ? styles.muted : ''}`} />
}
