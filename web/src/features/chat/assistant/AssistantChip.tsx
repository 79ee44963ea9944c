import type { Assistant } from '@parvis/contract'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useOpener } from '../../../ui/overlays/use-opener.ts'
import type { AssistantPicker } from './AssistantPicker.tsx'
import styles from './ContextChips.module.css'

// Most visits change nothing: the list comes with the first press.
let Loaded: typeof AssistantPicker | null = null
const load = async () => (Loaded ??= (await import('./AssistantPicker.tsx')).AssistantPicker)

interface AssistantChipProps {
  assistant: Pick<Assistant, 'id' | 'name' | 'icon'>
  isDisabled: boolean
  /** @returns whether it is the one from now on */
  onChange: (change: { assistant_id: string }) => Promise<boolean>
}

/** Who answers the next questions; opens the list of those who could. */
export function AssistantChip({ assistant: { id, name, icon }, isDisabled, onChange }: AssistantChipProps) {
  const { trigger, opening, close, button } = useOpener(load, 'dialog')
  return (
    <div className={styles.chip} data-chosen>
      <Button {...button} size="s" variant="quiet" icon={<Icon name={icon} />} aria-label={`Assistant\u00a0: ${name}`} isDisabled={isDisabled}>
        {name}
      </Button>
      {Loaded !== null && opening !== null && !isDisabled && <Loaded trigger={trigger} chosenId={id} onChange={onChange} onClose={close} />}
    </div>
  )
}
