/** Gives the focus, once what changes is drawn, to the first such element in there. */
export function focusWithin(place: ParentNode | null | undefined, selector: string): void {
  requestAnimationFrame(() => place?.querySelector<HTMLElement>(selector)?.focus())
}

/** A field, or a choice, whose value was refused. */
export const refusedField = '[aria-invalid="true"], [data-invalid] button'

/** For a button that goes with what it closes: one goes on in the form around it, else from the title of the page. */
export const focusAround = (leaving: Element): void => focusWithin(leaving.closest('form, main'), 'h1, input:not([hidden]), textarea')
