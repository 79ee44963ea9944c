/** Frames to wait for the dialog to disappear: about two seconds. */
const patience = 120

/** Focuses the title of the page once the dialog has disappeared. For a deletion: the button that opened the dialog no longer exists. */
export function focusTitleAfterDialog(left = patience): void {
  requestAnimationFrame(() => {
    const title = document.querySelector<HTMLElement>('main h1')
    // The library keeps the page inert for a moment after the dialog has disappeared.
    const isHeldBack = document.querySelector('[role="alertdialog"], [role="dialog"]') !== null || title?.closest('[inert], [aria-hidden="true"]') != null
    if (left > 0 && isHeldBack) return focusTitleAfterDialog(left - 1)
    title?.focus()
  })
}
