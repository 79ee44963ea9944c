/** Frames to wait for a dialog to leave, about two seconds. */
const patience = 120

/** Gives the focus to the title of the page once the dialog is gone: the button that opened it went with what was deleted. */
export function focusTitleAfterDialog(left = patience): void {
  requestAnimationFrame(() => {
    if (left > 0 && document.querySelector('[role="alertdialog"], [role="dialog"]')) return focusTitleAfterDialog(left - 1)
    document.querySelector<HTMLElement>('main h1')?.focus()
  })
}
