import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from '../../router/Router.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertDownloadFailure, downloadFailureSentence, onDemand } from '../../ui/on-demand.tsx'
import type { Chat } from '../machine/effects.ts'
import type { ChatState } from '../machine/state.ts'
import { BesideContext, type Beside, type DeskView } from './beside-context.ts'
import styles from './BesideLayout.module.css'
import { documentBeside } from './document-param.ts'
import type * as OpenBeside from './open-beside.ts'

const DocumentPanel = onDemand(async () => (await import('./DocumentPanel.tsx')).DocumentPanel, {
  placeholder: <Skeleton shape="lines" count={10} label="Chargement du document…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('Le document n’a pas pu être ouvert')}</ErrorMessage>,
})
const BesideSwitch = onDemand(async () => (await import('./DocumentPanel.tsx')).BesideSwitch)

interface BesideLayoutProps {
  chat: Chat
  state: ChatState
  /** Shows one of the two at every width, because the page has another column. */
  isStacked?: boolean | undefined
  /** The conversation. */
  children: ReactNode
}

/** A conversation with the written document of the URL beside it; on a narrow screen, one of the two with a switch. */
export function BesideLayout({ chat, state, isStacked = false, children }: BesideLayoutProps) {
  const id = documentBeside(useLocation().search)
  const [view, setView] = useState<DeskView>({ isDocumentShown: true, tab: 'text' })
  const run = useCallback(async (action: (module: typeof OpenBeside) => Promise<void>) => {
    const module = await import('./open-beside.ts').catch(() => null)
    if (module === null) alertDownloadFailure('Le document n’a pas pu être ouvert')
    else await action(module)
  }, [])
  // Stable: the messages must not render again when a document opens.
  const beside = useMemo<Beside>(
    () => ({
      openAnswer: (message) => void run(({ openAnswer }) => openAnswer(chat, message, setView)),
      showDocument: () => void run(({ showDocument }) => showDocument(chat, setView)),
      showProposals: (message_id) => void run(({ showProposals }) => showProposals(chat, message_id, setView)),
    }),
    [chat, run],
  )
  return (
    <BesideContext value={beside}>
      <div
        className={styles.split}
        data-open={id !== null || undefined}
        data-document={view.isDocumentShown || undefined}
        data-stacked={isStacked || undefined}
      >
        {id !== null && (
          <div className={styles.switch}>
            <BesideSwitch view={view} onView={setView} />
          </div>
        )}
        <div className={styles.conversation}>{children}</div>
        {id !== null && (
          <div className={styles.document}>
            <DocumentPanel
              key={id}
              id={id}
              chat={chat}
              isFree={state.phase === 'ready' && state.reply === null}
              isWriting={state.reply !== null}
              lastMessageId={state.messages.at(-1)?.id ?? null}
              view={view}
              onView={setView}
            />
          </div>
        )}
      </div>
    </BesideContext>
  )
}
