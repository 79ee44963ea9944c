import { useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { useAnnounce } from '../feedback/StatusRegion.tsx'

/** A part whose code comes with the first press of a button that opens it. */
interface OnDemand<Props> {
  /** Null until it has come. */
  current: ComponentType<Props> | null
  load: () => Promise<void>
}

/** Once for each part: what has come stays. A fetch that fails is tried again by the next press. */
export function onDemand<Props>(fetch: () => Promise<ComponentType<Props>>): OnDemand<Props> {
  const part: OnDemand<Props> = {
    current: null,
    load: async () => {
      part.current ??= await fetch()
    },
  }
  return part
}

/**
 * A button and what opens under it. Half of what a chat's page weighs beside React is for menus and lists that most visits open once
 * or never.
 * @param failure French sentence announced when the code could not be fetched.
 */
export function useOpening<Props>(part: OnDemand<Props>, failure: string) {
  const trigger = useRef<Element | null>(null)
  /** Which of its entries has the focus as it opens; null: it is closed. */
  const [focused, setFocused] = useState<'first' | 'last' | null>(null)
  const announce = useAnnounce()

  async function open(from: Element, entry: 'first' | 'last') {
    trigger.current = from
    try {
      await part.load()
      setFocused(entry)
    } catch {
      announce(failure)
    }
  }
  return {
    trigger,
    focused,
    close: () => setFocused(null),
    triggerProps: {
      'aria-expanded': focused !== null,
      // The code is on its way while the finger is.
      onPressStart: () => void part.load().catch(() => undefined),
      onPress: ({ target }: { target: Element }) => void open(target, 'first'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        void open(event.currentTarget, event.key === 'ArrowDown' ? 'first' : 'last')
      },
    },
  }
}
