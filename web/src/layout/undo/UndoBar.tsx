import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './UndoBar.module.css'
import { dismiss, hold, takeBack, useOffers, type Offer } from './undoable.ts'

/** Over every page: what has just been done, and the way to take it back. */
export function UndoBar() {
  const shown = useOffers().filter(({ state }) => state !== 'settling')
  if (shown.length === 0) return null
  return (
    // A dialog or the drawer, below, leaves it within reach.
    <section className={styles.bar} aria-label="Ce que vous venez de faire" data-react-aria-top-layer="true">
      {shown.map((offer) => (offer.state === 'failed' ? <Failure key={offer.key} offer={offer} /> : <Undo key={offer.key} offer={offer} />))}
    </section>
  )
}

/** Said by who did it: here it is only seen, and reached. */
function Undo({ offer: { key, sentence } }: { offer: Offer }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = line.current
    // What asked for it may be gone with its row: the focus must not be lost with it…
    element?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      // …nor with this line, while it is still there to be asked.
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      ref={line}
      className={styles.line}
      onPointerEnter={() => hold(key, true)}
      onPointerLeave={() => hold(key, false)}
      onFocus={(event) => event.target.matches(':focus-visible') && hold(key, true)}
      onBlur={() => hold(key, false)}
    >
      <span>{sentence}</span>
      <TextButton onPress={() => void takeBack(key)}>Annuler</TextButton>
    </div>
  )
}

function Failure({ offer: { key, sentence } }: { offer: Offer }) {
  return (
    <div className={styles.line} role="alert">
      <span>{sentence}</span>
      <IconButton icon={X} size="s" label="Fermer ce message" onPress={() => dismiss(key)} />
    </div>
  )
}
