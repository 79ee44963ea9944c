import type { ListedConversation } from '@parvis/contract'
import { Archive, ArchiveRestore, FileDown, FolderKanban, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { archive, unarchive } from '../../chat/conversation/remove-conversations.ts'
import { Button } from '../../ui/Button.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import styles from './MySpace.module.css'
import { selectedLabel, selectAllState } from './selection.ts'

const ProjectDialog = dialogOnDemand(async () => (await import('./ProjectDialog.tsx')).ProjectDialog)

interface SelectionBarProps {
  /** « 12 conversations », or a sentence while the search is running. */
  count: string
  listedConversations: readonly ListedConversation[]
  chosen: readonly ListedConversation[]
  onChoose: (ids: ReadonlySet<string>) => void
  onRemove: (conversations: readonly ListedConversation[]) => void
  onExport: (conversations: readonly ListedConversation[]) => void
  isExporting: boolean
}

/** Bar above the list: number of conversations, and actions on the selected ones. */
export function SelectionBar({ count, listedConversations, chosen, onChoose, onRemove, onExport, isExporting }: SelectionBarProps) {
  const announce = useAnnounce()
  const [failure, setFailure] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [isChoosingProject, setChoosingProject] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const noIds: ReadonlySet<string> = new Set()

  function clear() {
    onChoose(noIds)
    // The pressed button disappears with the selection. An undo offer may already have taken the focus.
    requestAnimationFrame(() => document.activeElement === document.body && bar.current?.querySelector('input')?.focus())
  }
  async function run(work: () => Promise<string>) {
    setFailure(null)
    setPending(true)
    try {
      announce(await work())
      clear()
    } catch (error) {
      setFailure(`Tout n’a pas pu être fait. ${sentenceOf(error, 'Veuillez réessayer.')}`)
    }
    setPending(false)
  }
  const current = chosen.filter(({ archived }) => !archived)
  const archived = chosen.filter((conversation) => conversation.archived)
  return (
    <div ref={bar} className={styles.selection}>
      <Checkbox
        aria-label="Tout sélectionner"
        isDisabled={listedConversations.length === 0}
        {...selectAllState(listedConversations.length, chosen.length)}
        onChange={(isAll) => onChoose(isAll ? new Set(listedConversations.map(({ id }) => id)) : noIds)}
      >
        {null}
      </Checkbox>
      <p role="status">{chosen.length > 0 ? selectedLabel(chosen.length) : count}</p>
      {chosen.length > 0 && (
        <TextButton tone="muted" onPress={clear}>
          Tout désélectionner
        </TextButton>
      )}
      {chosen.length > 0 && (
        <div role="group" aria-label="Actions sur la sélection" className={styles.acts}>
          {current.length > 0 && (
            <Button size="s" icon={<Archive aria-hidden />} isPending={isPending} onPress={() => void run(() => archive(current))}>
              Archiver
            </Button>
          )}
          {archived.length > 0 && (
            <Button size="s" icon={<ArchiveRestore aria-hidden />} isPending={isPending} onPress={() => void run(() => unarchive(archived))}>
              Désarchiver
            </Button>
          )}
          <Button size="s" icon={<FolderKanban aria-hidden />} isDisabled={isPending} onPress={() => setChoosingProject(true)}>
            Mettre dans un projet
          </Button>
          <Button size="s" icon={<FileDown aria-hidden />} isPending={isExporting} onPress={() => onExport(chosen)}>
            Exporter
          </Button>
          <Button size="s" icon={<Trash2 aria-hidden />} isDisabled={isPending} onPress={() => onRemove(chosen)}>
            Supprimer
          </Button>
        </div>
      )}
      {isChoosingProject && <ProjectDialog conversations={chosen} onClose={() => setChoosingProject(false)} onDone={clear} />}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
