import type { WrittenBlock } from '@parvis/contract'
import { blockText, type MergeConflict } from '@parvis/written-document'
import { useEffect } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import styles from './Document.module.css'

interface ConflictsProps {
  conflicts: readonly MergeConflict[]
  /** Blocks of the document as it now is. */
  blocks: readonly WrittenBlock[]
  onSettle: (conflict: MergeConflict, choice: 'mine' | 'theirs') => void
}

/** Passages that were written in two places at once, side by side, until the person chooses one. */
export function Conflicts({ conflicts, blocks, onSettle }: ConflictsProps) {
  const announce = useAnnounce()
  const count = conflicts.length
  useEffect(() => {
    if (count > 0) announce(`${plural(count, 'passage')} à choisir\u00a0: le document a été modifié en deux endroits à la fois.`)
  }, [count, announce])
  if (count === 0) return null
  const presentText = (id: string) => {
    const block = blocks.find((one) => one.id === id)
    return block === undefined ? '' : blockText(block)
  }
  return (
    <section className={styles.conflicts} aria-labelledby="passages-a-choisir">
      <h2 id="passages-a-choisir">
        {count === 1 ? 'Un même passage a été modifié en deux endroits' : `${formatNumber(count)} passages ont été modifiés en deux endroits`}
      </h2>
      <p>Rien n’est perdu&nbsp;: le document montre l’autre texte, et le vôtre est gardé ici. Choisissez celui qui reste{count > 1 && ' à chaque fois'}.</p>
      <ul className={styles.list}>
        {conflicts.map((conflict, index) => (
          <li key={`${conflict.id} ${index}`} className={styles.sides}>
            <Side title="Votre texte" text={blockText(conflict.mine)} verb="Garder le mien" onPress={() => onSettle(conflict, 'mine')} />
            <Side title="L’autre texte" text={presentText(conflict.id)} verb="Garder l’autre" onPress={() => onSettle(conflict, 'theirs')} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Side({ title, text, verb, onPress }: { title: string; text: string; verb: string; onPress: () => void }) {
  return (
    <div className={styles.side}>
      <h3>{title}</h3>
      <p className={styles.words}>{text === '' ? <em>Rien</em> : text}</p>
      <Button size="s" onPress={onPress}>
        {verb}
      </Button>
    </div>
  )
}
