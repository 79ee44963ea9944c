/** Gives the focus, once what changes is drawn, to the first such element in there. */
export function focusWithin(place: ParentNode | null | undefined, selector: string): void {
  requestAnimationFrame(() => place?.querySelector<HTMLElement>(selector)?.focus())
}

/** A field, or a choice, whose value was refused. */
export const refusedField = '[aria-invalid="true"], button[data-invalid]'

/** For a button that goes with what it closes: one goes on in the form or the field beside it, else from the dialog or the title of the page. */
export function focusAround(leaving: Element): void {
  const place = leaving.closest<HTMLElement>('form, [data-beside-field], [role="dialog"], main')
  requestAnimationFrame(() => (place?.querySelector<HTMLElement>('h1, input:not([hidden]), textarea') ?? place)?.focus())
}
