/** Frames to wait for the dialog to disappear: about two seconds. */
const maxFrames = 120

/** Focuses the title of the page once the dialog has disappeared. For a deletion: the button that opened the dialog no longer exists. */
export const focusTitleAfterDialog = (framesLeft = maxFrames): void => focusAfterDialog(() => document.querySelector('main h1'), framesLeft)

/** Focuses an element once the dialogs that do not contain it have disappeared. @param find called at each frame until then */
export function focusAfterDialog(find: () => HTMLElement | null | undefined, left = maxFrames): void {
  requestAnimationFrame(() => {
    const found = find() ?? null
    const dialogs = [...document.querySelectorAll('[role="alertdialog"], [role="dialog"]')]
    // The library keeps what is under the dialog inert for a moment after it has disappeared.
    const isBlocked = dialogs.some((dialog) => !dialog.contains(found)) || found?.closest('[inert], [aria-hidden="true"]') != null
    if (left > 0 && isBlocked) return focusAfterDialog(find, left - 1)
    found?.focus()
  })
}
