import { useLayoutEffect, useRef, type Ref } from 'react'
import { FieldError, FieldHead, useTextInput, type AreaProps } from './Field.tsx'
import styles from './Field.module.css'

/** Multi-line text field of a form, resizable by its corner. */
export function TextArea({ label, hint, error, rows = 4, isRequired, isDisabled, isReadOnly, onChange, ...props }: AreaProps) {
  const written = useTextInput({ hint, error, isRequired, isDisabled, isReadOnly, onChange })
  const { id } = written
  return (
    <div className={styles.field}>
      <FieldHead id={id} label={label} hint={hint} isRequired={isRequired} />
      <textarea rows={rows} {...props} {...written} />
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
  const own = useRef<HTMLTextAreaElement | null>(null)
  useLayoutEffect(() => {
    const area = own.current
    if (!area) return
    area.style.height = '0'
    // An empty field gets the minimum height without being measured: a placeholder that wraps for a moment beside a wider button must not make it grow,
    // and measuring would force one more layout of the page at the first render.
    const wanted = value === '' ? minHeight : area.scrollHeight + area.offsetHeight - area.clientHeight
    area.style.height = `${Math.min(maxHeight, Math.max(minHeight, wanted))}px`
    area.style.overflowY = wanted > maxHeight ? 'auto' : 'hidden'
  }, [value, minHeight, maxHeight])
  return (
    <textarea
      {...props}
      ref={(area) => {
        own.current = area
        if (typeof ref === 'function') return ref(area)
        if (ref) ref.current = area
      }}
      rows={1}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={className ?? `${styles.input} ${styles.grows}`}
    />
  )
}
