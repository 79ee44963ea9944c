import { routes, type Assistant } from '@parvis/contract'
import { useRef, useState } from 'react'
import { keyOf } from '../../../api/ask.ts'
import { queryClient } from '../../../api/query.ts'
import { Button } from '../../../ui/Button.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { AssistantPicker } from './AssistantPicker.tsx'
import styles from './ContextChips.module.css'

// Most visits change nothing: the list comes with the first press.
let Loaded: typeof AssistantPicker | null = null
const load = async () => (Loaded = (await import('./AssistantPicker.tsx')).AssistantPicker)

interface AssistantChipProps {
  assistant: Pick<Assistant, 'id' | 'name' | 'icon'>
  isDisabled: boolean
  onChange: (assistant_id: string) => void
}

/** Who answers the next questions; opens the list of those who could. */
export function AssistantChip({ assistant: { id, name, icon }, isDisabled, onChange }: AssistantChipProps) {
  const chip = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const announce = useAnnounce()

  async function open() {
    try {
      if (Loaded === null) await load()
      setOpen(true)
    } catch {
      announce('La liste des assistants n’a pas pu être ouverte\u00a0: vérifiez votre connexion, puis réessayez.')
    }
  }
  function choose(chosen: Assistant) {
    setOpen(false)
    if (chosen.id === id) return
    // What the header tells of it is there already.
    queryClient.setQueryData(keyOf(routes.assistants.get, { params: { id: chosen.id } }), chosen)
    onChange(chosen.id)
  }
  return (
    <div ref={chip} className={styles.chip} data-chosen>
      <Button
        size="s"
        variant="quiet"
        icon={<Icon name={icon} />}
        aria-label={`Assistant\u00a0: ${name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        isDisabled={isDisabled}
        onPressStart={() => void load().catch(() => undefined)}
        onPress={() => void open()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          void open()
        }}
      >
        {name}
      </Button>
      {Loaded !== null && isOpen && !isDisabled && <Loaded trigger={chip} chosenId={id} onChoose={choose} onClose={() => setOpen(false)} />}
    </div>
  )
}
