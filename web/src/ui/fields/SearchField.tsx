import { Search, X } from 'lucide-react'
import { Input, SearchField as AriaSearchField, type SearchFieldProps as AriaSearchFieldProps } from 'react-aria-components'
import { FieldHead } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from '../IconButton.tsx'

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'style' | 'children'> {
  label: string
  /** The label is read aloud but not drawn. Default true: the placeholder and the lens suffice to the eye. */
  isLabelHidden?: boolean
  placeholder?: string
}

/** Search box with a lens and a button that empties it (Escape too). */
export function SearchField({ label, isLabelHidden = true, placeholder = label, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} aria-label={isLabelHidden ? label : undefined} className={`${styles.field} ${styles.search}`}>
      {!isLabelHidden && <FieldHead label={label} />}
      <div className={`${styles.withAside} ${styles.withLead}`}>
        <Search className={styles.lead} aria-hidden />
        <Input className={styles.input ?? ''} placeholder={placeholder} />
        <span className={styles.aside}>
          <IconButton icon={X} label="Effacer la recherche" />
        </span>
      </div>
    </AriaSearchField>
  )
}
