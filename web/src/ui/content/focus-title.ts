/** Frames to wait for a dialog to leave, about two seconds. */
const patience = 120

/** Gives the focus to the title of the page once the dialog is gone: the button that opened it went with what was deleted. */
export function focusTitleAfterDialog(left = patience): void {
  requestAnimationFrame(() => {
    const title = document.querySelector<HTMLElement>('main h1')
    // What the dialog held back is given back a moment after it is gone.
    const isHeldBack = document.querySelector('[role="alertdialog"], [role="dialog"]') !== null || title?.closest('[inert], [aria-hidden="true"]') != null
    if (left > 0 && isHeldBack) return focusTitleAfterDialog(left - 1)
    title?.focus()
  })
}
