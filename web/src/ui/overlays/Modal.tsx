import type { ReactNode } from 'react'
import { dialogOnDemand } from '../on-demand.tsx'
import type { ModalProps } from './OpenModal.tsx'

let Loaded: ((props: ModalProps) => ReactNode) | undefined

/** Downloads the code of modals. A failed download is retried at the next call. */
export const loadModal = async () => (Loaded ??= (await import('./OpenModal.tsx')).OpenModal)

/**
 * Downloads the code of modals at the first click or key press, so that pages render without it and no dialog has to wait.
 * @returns removes the listeners
 */
export function preloadModals(): () => void {
  const listeners = new AbortController()
  const prepare = () => {
    listeners.abort()
    loadModal().catch(() => undefined)
  }
  for (const eventName of ['pointerdown', 'keydown']) addEventListener(eventName, prepare, { capture: true, passive: true, signal: listeners.signal })
  return () => listeners.abort()
}

const LazyModal = dialogOnDemand(loadModal)

/** Modal, loaded on demand. Once loaded it stays mounted while closed, so that its closing animation is shown. */
export const Modal = (props: ModalProps) => (props.isOpen || Loaded !== undefined) && <LazyModal {...props} />
