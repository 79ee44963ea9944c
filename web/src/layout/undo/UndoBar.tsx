import { X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import styles from './UndoBar.module.css'
import { dismiss, pauseExpiry, undoOffer, useOffers, type UndoOffer } from './undoable.ts'

/** Bar over all pages: the actions just done, each with an undo button. */
export function UndoBar() {
  const shownOffers = useOffers().filter(({ state }) => state !== 'settling')
  if (shownOffers.length === 0) return null
  return (
    // `data-react-aria-top-layer` keeps the bar usable while a dialog or the drawer is open.
    <section className={styles.bar} aria-label="Ce que vous venez de faire" data-react-aria-top-layer="true">
      {shownOffers.map((offer) => (offer.state === 'failed' ? <Failure key={offer.key} offer={offer} /> : <Undo key={offer.key} offer={offer} />))}
    </section>
  )
}

/** Line of one undoable action. Not announced here: the caller of `offerUndo` announces it. */
function Undo({ offer: { key, sentence } }: { offer: UndoOffer }) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = line.current
    // Takes the focus, as the button pressed may have disappeared with its row.
    element?.querySelector('button')?.focus({ preventScroll: true })
    return () => {
      // Moves the focus to the title when this line disappears with it. In the clean-up of a layout effect, the line is still in the document.
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      ref={line}
      className={styles.line}
      onPointerEnter={() => pauseExpiry(key, true)}
      onPointerLeave={() => pauseExpiry(key, false)}
      onFocus={(event) => event.target.matches(':focus-visible') && pauseExpiry(key, true)}
      onBlur={() => pauseExpiry(key, false)}
    >
      <span>{sentence}</span>
      <TextButton onPress={() => void undoOffer(key)}>Annuler</TextButton>
    </div>
  )
}

function Failure({ offer: { key, sentence } }: { offer: UndoOffer }) {
  return (
    <div className={styles.line} role="alert">
      <span>{sentence}</span>
      <IconButton icon={X} size="s" label="Fermer ce message" onPress={() => dismiss(key)} />
    </div>
  )
}
