import type { PackDecision, PackItem } from '@parvis/contract'
import { useInstance } from '../../api/use-instance.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { fieldWords, kindWords, sideLabel, valueWords } from './pack-items.ts'
import styles from './PacksPage.module.css'

const actions = [
  { id: 'ignore', label: 'Garder le mien', detail: 'Le pack est ignoré' },
  { id: 'replace', label: 'Remplacer le mien', detail: 'Le contenu du pack prend sa place' },
  { id: 'rename', label: 'Garder les deux', detail: 'Celui du pack reçoit un numéro' },
] as const

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

interface ConflictItemProps {
  item: PackItem
  action: PackDecision
  onChange: (action: PackDecision) => void
}

/** Two items of the same name, compared field by field, side by side, as plain text. */
export function ConflictItem({ item, action, onChange }: ConflictItemProps) {
  const levelNames = useInstance()?.level_names
  return (
    <li className={styles.conflict} data-written={action !== 'ignore' || undefined}>
      <div className={styles.heading}>
        <div>
          <h3>{item.name}</h3>
          <p className={styles.note}>{capitalize(kindWords[item.kind].one)}</p>
        </div>
        <div className={styles.decision}>
          <Select label={`Que faire de ${item.name}`} isLabelHidden options={actions} value={action} onChange={(id) => onChange(id as PackDecision)} />
        </div>
      </div>
      {item.differences.map(({ field, current, incoming }) => (
        <div key={field} className={styles.difference}>
          <p className={styles.field}>{fieldWords[field]}</p>
          <DifferenceSide title="Le mien" label={sideLabel(item.name, field, 'Le mien')} text={valueWords(field, current, levelNames)} />
          <DifferenceSide title="Dans le pack" label={sideLabel(item.name, field, 'Dans le pack')} text={valueWords(field, incoming, levelNames)} />
        </div>
      ))}
    </li>
  )
}

/** Scrollable region for a long text, reachable with the keyboard. */
function DifferenceSide({ title, label, text }: { title: string; label: string; text: string }) {
  return (
    <div className={styles.side}>
      <p className={styles.sideTitle}>{title}</p>
      <div className={styles.text} role="region" aria-label={label} tabIndex={0}>
        {text || '(vide)'}
      </div>
    </div>
  )
}
