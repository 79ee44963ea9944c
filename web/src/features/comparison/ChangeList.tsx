import type { RouteAnswer, routes, TextChange } from '@parvis/contract'
import { useState } from 'react'
import { useDocumentOpener } from '../../chat/sources/source-opener.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './Comparison.module.css'
import { kindCounts, kindNames } from './comparison-words.ts'

type Comparison = RouteAnswer<typeof routes.comparisons.compare>
type ChangeKind = TextChange['kind']

/** Number of changes shown at once. */
const pageSize = 50

/** HTML id of a change, which the table of figures links to. */
export const changeAnchor = (position: number): string => `changement-${position + 1}`

/** Changes of a comparison in the order of the new text, filtered by kind, a page at a time. */
export function ChangeList({ comparison, shownUpTo, onMore }: { comparison: Comparison; shownUpTo: number; onMore: (count: number) => void }) {
  const { changes, before, after } = comparison
  const [kind, setKind] = useState<ChangeKind | null>(null)
  const counts = kindCounts(changes)
  const numbered = changes.map((change, position) => ({ change, position })).filter(({ change }) => kind === null || change.kind === kind)
  const shown = numbered.slice(0, Math.max(pageSize, shownUpTo))
  return (
    <section className={styles.section} aria-labelledby="changements">
      <h2 id="changements">Les changements, un par un</h2>
      {counts.length > 1 && (
        <div role="group" aria-label="Filtrer par sorte de changement" className={styles.filters}>
          <FilterButton label={`Tous (${changes.length})`} isPressed={kind === null} onPress={() => setKind(null)} />
          {counts.map((one) => (
            <FilterButton key={one.kind} label={`${kindNames[one.kind]} (${one.count})`} isPressed={kind === one.kind} onPress={() => setKind(one.kind)} />
          ))}
        </div>
      )}
      <p className={styles.key}>
        <ins>ajouté</ins> <del>retiré</del>
      </p>
      <ol className={styles.changes}>
        {shown.map(({ change, position }) => (
          <li key={position} id={changeAnchor(position)} tabIndex={-1} className={styles.change}>
            <ChangeHead change={change} before={before} after={after} />
            <ChangeText change={change} />
          </li>
        ))}
      </ol>
      {shown.length < numbered.length && (
        <Button onPress={() => onMore(shown.length + pageSize)}>
          {`Afficher ${plural(Math.min(pageSize, numbered.length - shown.length), 'autre changement', 'autres changements')} sur ${numbered.length - shown.length}`}
        </Button>
      )}
    </section>
  )
}

function FilterButton({ label, isPressed, onPress }: { label: string; isPressed: boolean; onPress: () => void }) {
  return (
    <button type="button" aria-pressed={isPressed} className={styles.filter} onClick={onPress}>
      {label}
    </button>
  )
}

const tones = { added: 'success', removed: 'danger', changed: 'primary', moved: 'neutral' } as const

function ChangeHead({ change, before, after }: { change: TextChange; before: Comparison['before']; after: Comparison['after'] }) {
  return (
    <div className={styles.head}>
      <Badge tone={tones[change.kind]}>{change.moved ? 'Modifié et déplacé' : kindNames[change.kind]}</Badge>
      {change.section !== null && <span className={styles.place}>{change.section}</span>}
      <span className={styles.pages}>
        <PageLink side={change.before} document={before} label="avant" />
        <PageLink side={change.after} document={after} label="après" />
      </span>
    </div>
  )
}

/** Opens the document of a side in the viewer, at the page of the change. */
function PageLink({ side, document, label }: { side: TextChange['before']; document: Comparison['before']; label: string }) {
  const open = useDocumentOpener()
  if (side === null || open === null) return null
  const location = side.page === undefined ? 'le texte' : `page ${side.page}`
  return (
    <TextButton
      onPress={() =>
        open({ document_id: document.id, name: document.name, source: null, ...(side.page !== undefined && { found: { page: side.page, text: side.text } }) })
      }
    >
      {`${label}\u00a0: ${location}`}
    </TextButton>
  )
}

function ChangeText({ change }: { change: TextChange }) {
  if (change.words !== undefined)
    return (
      <p className={styles.text}>
        {change.words.map(({ kind, text }, at) =>
          kind === 'same' ? (
            <span key={at}>{text}</span>
          ) : (
            <Marked key={at} kind={kind}>
              {text}
            </Marked>
          ),
        )}
      </p>
    )
  if (change.kind === 'moved') return <p className={styles.text}>{change.after?.text}</p>
  return (
    <p className={styles.text}>
      <Marked kind={change.kind === 'added' ? 'added' : 'removed'}>{(change.after ?? change.before)!.text}</Marked>
    </p>
  )
}

/** Inserted or deleted words: underlined or struck through, and told to screen readers. */
function Marked({ kind, children }: { kind: 'added' | 'removed'; children: string }) {
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <VisuallyHidden>{kind === 'added' ? ' [ajouté\u00a0:] ' : ' [retiré\u00a0:] '}</VisuallyHidden>
      {children}
      <VisuallyHidden> [fin] </VisuallyHidden>
    </Mark>
  )
}
