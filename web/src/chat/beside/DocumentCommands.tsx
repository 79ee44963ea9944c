import { Languages, ListPlus, MessageSquareQuote, PencilLine, Sparkles } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { commandQuestion, languages, type CommandId } from './commands.ts'
import styles from './DocumentCommands.module.css'

interface DocumentCommandsProps {
  /** Number of selected passages; none: the requests are about the whole document. */
  selectedCount?: number
  isDisabled: boolean
  /** Sends a question in the conversation. */
  onAsk: (question: string) => void
}

const forms: { id: CommandId; label: string }[] = [
  { id: 'shorter', label: 'Plus court' },
  { id: 'simpler', label: 'Plus simple' },
  { id: 'formal', label: 'Plus soutenu' },
  { id: 'table', label: 'En tableau' },
]

/** Requests about the open document. Each sends a question, and the reply proposes changes. */
export function DocumentCommands({ selectedCount = 0, isDisabled, onAsk }: DocumentCommandsProps) {
  const labelId = useId()
  const isSelection = selectedCount > 0
  const ask = (id: CommandId, language?: string) => onAsk(commandQuestion(id, isSelection, language))
  return (
    <div role="group" aria-labelledby={labelId} className={styles.commands}>
      <span id={labelId} className={styles.scope}>
        <Sparkles aria-hidden />
        {isSelection ? 'Demander pour la sélection' : 'Demander pour tout le document'}
      </span>
      <div className={styles.buttons}>
        {forms.map(({ id, label }) => (
          <Button key={id} size="s" isDisabled={isDisabled} onPress={() => ask(id)}>
            {label}
          </Button>
        ))}
        <Menu
          label="Autres demandes"
          isNamed
          size="s"
          placement="bottom start"
          icon={<PencilLine aria-hidden />}
          isDisabled={isDisabled}
          entries={[
            {
              title: 'Écrire',
              entries: [
                { id: 'continue', label: 'Continuer', icon: <ListPlus aria-hidden />, onAction: () => ask('continue') },
                { id: 'complete', label: 'Compléter les [À COMPLÉTER]', icon: <PencilLine aria-hidden />, onAction: () => ask('complete') },
                { id: 'check', label: 'Vérifier les citations', icon: <MessageSquareQuote aria-hidden />, onAction: () => ask('check') },
              ],
            },
            {
              title: 'Traduire',
              entries: languages.map((language) => ({
                id: language,
                label: `En ${language}`,
                icon: <Languages aria-hidden />,
                onAction: () => ask('translate', language),
              })),
            },
          ]}
        />
      </div>
    </div>
  )
}
