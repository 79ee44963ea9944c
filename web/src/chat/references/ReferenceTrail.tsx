import { ArrowLeft } from 'lucide-react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { downloadFailureSentence, onDemand } from '../../ui/on-demand.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/Button.tsx'
import { ReferenceOpener, type OpenedReference } from './reference-opener.ts'
import styles from './ArticleReader.module.css'

const ArticleReader = onDemand(async () => (await import('./ArticleReader.tsx')).ArticleReader, {
  placeholder: <Skeleton shape="lines" count={6} label="Chargement de l’article…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('L’article n’a pas pu être ouvert')}</ErrorMessage>,
})

const articleBackLabel = 'Revenir à l’article précédent'

interface ReferenceTrailProps {
  /** Label of the button that leads back to it: « Revenir au document ». */
  backLabel: string
  children: ReactNode
}

/** Shows in place of its content the article that is opened from it, then those opened from that article, with the way back. */
export function ReferenceTrail({ backLabel, children }: ReferenceTrailProps) {
  const [trail, setTrail] = useState<readonly { opened: OpenedReference; trigger: Element | null }[]>([])
  const frame = useRef<HTMLDivElement>(null)
  const open = useCallback((opened: OpenedReference) => {
    const trigger = document.activeElement
    setTrail((before) => [...before, { opened, trigger }])
  }, [])
  const last = trail.at(-1)
  function back() {
    setTrail(trail.slice(0, -1))
    const trigger = last?.trigger
    // Once it is shown again.
    requestAnimationFrame(() => trigger instanceof HTMLElement && trigger.focus())
  }
  return (
    <ReferenceOpener value={open}>
      <div hidden={last !== undefined}>{children}</div>
      {trail.map(({ opened }, index) => (
        <div key={index} ref={frame} hidden={index < trail.length - 1} className={styles.step}>
          <Button size="s" variant="quiet" icon={<ArrowLeft aria-hidden />} onPress={back}>
            {index === 0 ? backLabel : articleBackLabel}
          </Button>
          <ArticleReader opened={opened} isNested />
        </div>
      ))}
    </ReferenceOpener>
  )
}

/** Panel of cited articles: each one, and those that it cites in turn. */
export function ReferencePanel({ opened }: { opened: OpenedReference }) {
  return (
    <ReferenceTrail backLabel={articleBackLabel}>
      <ArticleReader opened={opened} />
    </ReferenceTrail>
  )
}
