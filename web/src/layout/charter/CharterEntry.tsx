import { useState } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { CharterDialog } from '../dialogs-on-demand.ts'
import styles from './CharterEntry.module.css'

/** Button of a message field that opens the charter of use; nothing where none is required. */
export function CharterEntry() {
  const [isOpen, setOpen] = useState(false)
  if (!useInstance()?.charter) return null
  return (
    <div className={styles.entry}>
      <button type="button" onClick={() => setOpen(true)}>
        Charte d’usage
      </button>
      {isOpen && <CharterDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
