import type { ReactNode } from 'react'
import { dialogOnDemand } from '../on-demand.tsx'
import type { ModalProps } from './OpenModal.tsx'

let Loaded: ((props: ModalProps) => ReactNode) | undefined

/** Fetches what a window over the page takes; again after it failed. */
export const loadModal = async () => (Loaded ??= (await import('./OpenModal.tsx')).OpenModal)

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
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, prepare, { capture: true, passive: true, signal: given.signal })
  return () => given.abort()
}

const LateModal = dialogOnDemand(loadModal)

/** A window over the page. Drawn closed too once its code is there: it is seen to close. */
export const Modal = (props: ModalProps) => (props.isOpen || Loaded !== undefined) && <LateModal {...props} />
