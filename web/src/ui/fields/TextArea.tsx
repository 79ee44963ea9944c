import { useLayoutEffect, useRef, type Ref } from 'react'
import { FieldFailure, FieldHead, useWritten, type AreaProps } from './Field.tsx'
import styles from './Field.module.css'

/** Several lines of text in a form; the person may drag its corner. */
export function TextArea({ label, hint, error, rows = 4, isRequired, isDisabled, isReadOnly, onChange, ...props }: AreaProps) {
  const written = useWritten({ hint, error, isRequired, isDisabled, isReadOnly, onChange })
  const { id } = written
  return (
    <div className={styles.field}>
      <FieldHead id={id} label={label} hint={hint} isRequired={isRequired} />
      <textarea rows={rows} {...props} {...written} />
      <FieldFailure id={id} error={error} />
    </div>
  )
}

interface GrowingTextAreaProps extends Omit<React.ComponentProps<'textarea'>, 'ref' | 'rows' | 'style' | 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  /** Heights in CSS pixels. Default 40 and 120, then it scrolls (specification, chapter 9). */
  minHeight?: number
  maxHeight?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** A bare text area, for a composer, which grows with what it holds. Needs `aria-label` or a `<label>`. */
export function GrowingTextArea({ value, onChange, minHeight = 40, maxHeight = 120, className, ref, ...props }: GrowingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null)
  useLayoutEffect(() => {
    const area = own.current
    if (!area) return
    area.style.height = '0'
    // An empty field is one line: a placeholder that wraps for a moment beside a wider button is not a reason to grow. Nor is it measured: that
    // lays the whole page out once more, as it is first drawn.
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
