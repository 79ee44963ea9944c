import { useLayoutEffect, useRef, type Ref } from 'react'
import { FieldError, FieldHead, useTextInput, type AreaProps } from './Field.tsx'
import styles from './Field.module.css'

/** Multi-line text field of a form, resizable by its corner. */
export function TextArea({ label, hint, error, rows = 4, isRequired, isDisabled, isReadOnly, onChange, ...props }: AreaProps) {
  const input = useTextInput({ hint, error, isRequired, isDisabled, isReadOnly, onChange })
  const { id } = input
  return (
    <div className={styles.field}>
      <FieldHead id={id} label={label} hint={hint} isRequired={isRequired} />
      <textarea rows={rows} {...props} {...input} />
      <FieldError id={id} error={error} />
    </div>
  )
}

interface GrowingTextAreaProps extends Omit<React.ComponentProps<'textarea'>, 'ref' | 'rows' | 'style' | 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  /** Minimum and maximum heights in CSS pixels, 40 and 120 by default; beyond that it scrolls (specification, chapter 9). */
  minHeight?: number
  maxHeight?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Text area that grows with its content, for a composer. Needs `aria-label` or a `<label>`. */
export function GrowingTextArea({ value, onChange, minHeight = 40, maxHeight = 120, className, ref, ...props }: GrowingTextAreaProps) {
  const ownRef = useRef<HTMLTextAreaElement | null>(null)
  useLayoutEffect(() => {
    const textArea = ownRef.current
    if (!textArea) return
    textArea.style.height = '0'
    // An empty field gets the minimum height without being measured: a placeholder that wraps for a moment beside a wider button must not make it grow,
    // and measuring would force one more layout of the page at the first render.
    const wantedHeight = value === '' ? minHeight : textArea.scrollHeight + textArea.offsetHeight - textArea.clientHeight
    textArea.style.height = `${Math.min(maxHeight, Math.max(minHeight, wantedHeight))}px`
    textArea.style.overflowY = wantedHeight > maxHeight ? 'auto' : 'hidden'
  }, [value, minHeight, maxHeight])
  return (
    <textarea
      {...props}
      ref={(textArea) => {
        ownRef.current = textArea
        if (typeof ref === 'function') return ref(textArea)
        if (ref) ref.current = textArea
      }}
      rows={1}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={className ?? `${styles.input} ${styles.grows}`}
    />
  )
}
