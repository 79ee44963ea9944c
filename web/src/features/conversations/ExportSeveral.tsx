import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { focusNearby } from '../../ui/overlays/focus-within.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/words/formats.ts'
import { shownTitle } from './conversation-filter.ts'
import styles from './MySpace.module.css'
import type { useExportSeveral } from './use-export-several.ts'

/** Progress of an export of several conversations, then the conversations that could not be exported. */
export function ExportSeveral({ progress, outcome, stop, dismiss }: ReturnType<typeof useExportSeveral>) {
  return (
    <>
      {progress && <Running {...progress} onStop={stop} />}
      {outcome && (
        <Banner tone="error" onDismiss={dismiss}>
          <p>{outcome.sentence}</p>
          {outcome.leftOut.length > 0 && (
            <ul className={styles.left} aria-label="Conversations qui n’ont pas été exportées" tabIndex={0}>
              {outcome.leftOut.map((conversation) => (
                <li key={conversation.id}>
                  «&nbsp;{shownTitle(conversation)}&nbsp;»&nbsp;: {conversation.reason}
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </>
  )
}

function Running({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const lineElement = line.current
    // The button disappears with this line: its focus moves to an element nearby instead of the top of the page.
    return () => void (lineElement?.contains(document.activeElement) && focusNearby(lineElement))
  }, [])
  return (
    <div ref={line} className={styles.exporting}>
      <ProgressBar label={`Export vers Word\u00a0: ${formatNumber(done)} sur ${formatNumber(total)}`} value={(100 * done) / total} />
      <Button size="s" icon={<X aria-hidden />} onPress={onStop}>
        Annuler l’export
      </Button>
    </div>
  )
}
