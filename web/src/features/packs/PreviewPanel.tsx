import type { PackItem, PackPreview } from '@parvis/contract'
import { useState, type ReactNode } from 'react'
import { useUnsaved } from '../../layout/drafts/use-unsaved.ts'
import { useInstance } from '../../api/use-instance.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { formatDateTime, plural } from '../../ui/words/formats.ts'
import { ConflictItem } from './ConflictItem.tsx'
import { countWords, decideAll, decisionOf, itemsIn, kindAndLevel, leftOutSentence, missingModelSentence, writtenCount, type Decisions } from './pack-items.ts'
import styles from './PacksPage.module.css'

interface PreviewPanelProps {
  fileName: string
  preview: PackPreview
  onApply: (decisions: Decisions, asInactive: boolean) => Promise<void>
  onCancel: () => void
}

const leaveTexts = {
  title: 'Quitter sans importer\u00a0?',
  sentence: 'Ce que vous avez choisi pour ce pack sera perdu. Rien n’a été importé.',
  leave: 'Quitter sans importer',
  stay: 'Continuer l’import',
}

/** Preview of a pack: items that are new, different or identical, with a choice for each. */
export function PreviewPanel({ fileName, preview, onApply, onCancel }: PreviewPanelProps) {
  const [decisions, setDecisions] = useState<Decisions>({})
  const [asInactive, setAsInactive] = useState(false)
  const [isPending, setPending] = useState(false)
  // A pack may have a hundred conflicts: warns before losing the decisions already made.
  const leave = useUnsaved(!isPending && Object.keys(decisions).length > 0, undefined, leaveTexts)
  const [fresh, conflicts, same] = (['new', 'conflict', 'identical'] as const).map((state) => itemsIn(preview, state)) as [PackItem[], PackItem[], PackItem[]]
  const written = writtenCount(preview, decisions)
  const missing = [...new Set(preview.items.flatMap(({ left_out }) => left_out))]
  const missingModels = [...new Set(preview.items.flatMap(({ missing_model }) => missing_model ?? []))]
  const exportedOn = preview.exported_at === null ? '' : formatDateTime(preview.exported_at)

  async function apply() {
    setPending(true)
    await onApply(decisions, asInactive)
    setPending(false)
  }

  return (
    <>
      <div role="status">
        <p className={styles.fileName}>{fileName}</p>
        <p className={styles.note}>
          {exportedOn && <>Pack du {exportedOn}. </>}
          {preview.items.length === 0
            ? 'Il est vide.'
            : `${plural(fresh.length, 'nouveauté')}, ${plural(conflicts.length, 'différence')}, ${plural(same.length, 'élément identique', 'éléments identiques')}.`}
        </p>
      </div>
      {missing.length > 0 && <Banner tone="warning">{leftOutSentence(missing)}</Banner>}
      {missingModels.length > 0 && <Banner tone="warning">{missingModelSentence(missingModels)}</Banner>}
      {conflicts.length > 0 && <Conflicts items={conflicts} decisions={decisions} onChange={setDecisions} />}
      {fresh.length > 0 && (
        <NewItems items={fresh} decisions={decisions} onChange={setDecisions}>
          {fresh.some(({ kind }) => kind === 'assistant') && (
            <Checkbox isSelected={asInactive} onChange={setAsInactive} hint="Vous les activez après les avoir lus ; les agents ne les voient pas d’ici là.">
              Importer les nouveaux assistants inactifs
            </Checkbox>
          )}
        </NewItems>
      )}
      {same.length > 0 && <p className={styles.note}>Déjà identiques&nbsp;: {countWords(same)}. Rien à faire.</p>}
      <div className={styles.foot}>
        <Button onPress={() => leave(onCancel)} isDisabled={isPending}>
          {written === 0 ? 'Choisir un autre fichier' : 'Annuler'}
        </Button>
        <Button variant="primary" onPress={() => void apply()} isDisabled={written === 0} isPending={isPending} pendingLabel="Import en cours…">
          {written === 0 ? 'Rien à importer' : `Importer ${plural(written, 'élément')}`}
        </Button>
      </div>
    </>
  )
}

interface ItemsProps {
  items: readonly PackItem[]
  decisions: Decisions
  onChange: (decisions: Decisions) => void
}

function Conflicts({ items, decisions, onChange }: ItemsProps) {
  return (
    <section className={styles.section} aria-labelledby="pack-conflicts">
      <div className={styles.heading}>
        <div>
          <h2 id="pack-conflicts">Différents de ce que vous avez</h2>
          <p className={styles.note}>Même nom, contenu différent. Sans choix de votre part, ce que vous avez est gardé.</p>
        </div>
        {items.length > 1 && (
          <div className={styles.buttons}>
            <Button size="s" onPress={() => onChange(decideAll(items, 'ignore', decisions))}>
              Tout garder tel quel
            </Button>
            <Button size="s" onPress={() => onChange(decideAll(items, 'replace', decisions))}>
              Tout remplacer
            </Button>
          </div>
        )}
      </div>
      <ul className={styles.conflicts}>
        {items.map((item) => (
          <ConflictItem
            key={item.path}
            item={item}
            action={decisionOf(item, decisions)}
            onChange={(action) => onChange({ ...decisions, [item.path]: action })}
          />
        ))}
      </ul>
    </section>
  )
}

/** @param children choice that applies to all the new items */
function NewItems({ items, decisions, onChange, children }: ItemsProps & { children: ReactNode }) {
  const levelNames = useInstance()?.level_names
  return (
    <section className={styles.section} aria-labelledby="pack-new">
      <div className={styles.heading}>
        <div>
          <h2 id="pack-new">Nouveautés</h2>
          <p className={styles.note}>{countWords(items)}. Décochez ce que vous ne voulez pas.</p>
        </div>
      </div>
      <ul className={styles.choices}>
        {items.map((item) => (
          <li key={item.path}>
            <Checkbox
              isSelected={decisionOf(item, decisions) === 'create'}
              onChange={(isChosen) => onChange({ ...decisions, [item.path]: isChosen ? 'create' : 'ignore' })}
              hint={kindAndLevel(item, levelNames)}
            >
              {item.name}
            </Checkbox>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
