import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ModalProps } from './OpenModal.tsx'

let Loaded: ((props: ModalProps) => ReactNode) | undefined

/** Fetches what a window over the page takes; again after it failed. */
export const loadModal = async () => (Loaded ??= (await import('./OpenModal.tsx')).OpenModal)

/** What a person does, or a network that is back: what could not be fetched may be. */
const acts = ['pointerdown', 'keydown', 'online']

/**
 * Fetches it with the first act of the person, whatever it is: a page is drawn without it, and it is there before anything can open one.
 * @returns gives it up
 */
export function prepareModals(): () => void {
  const given = new AbortController()
  const prepare = () => {
    given.abort()
    loadModal().catch(() => undefined)
  }
  for (const act of acts) addEventListener(act, prepare, { capture: true, passive: true, signal: given.signal })
  return () => given.abort()
}

/** A window over the page. */
export function Modal(props: ModalProps) {
  const [Open, setOpen] = useState(() => Loaded)
  const [attempt, setAttempt] = useState(0)
  const { isOpen } = props
  const giveUp = useEffectEvent(() => {
    props.onClose()
    // Rare, and nothing of ours is at hand to say it with: the browser says it in its own way.
    window.alert('La fenêtre n’a pas pu être ouverte\u00a0: vérifiez votre connexion, puis réessayez. Si cela recommence, rechargez la page.')
  })
  useEffect(() => {
    if (!isOpen || Open) return
    const left = new AbortController()
    loadModal().then(
      (Found) => left.signal.aborted || setOpen(() => Found),
      () => {
        if (left.signal.aborted) return
        giveUp()
        // One that must not be closed stands open: it is fetched again with the next act.
        for (const act of acts) addEventListener(act, () => setAttempt((count) => count + 1), { once: true, signal: left.signal })
      },
    )
    return () => left.abort()
  }, [isOpen, Open, attempt])
  return Open && <Open {...props} />
}
