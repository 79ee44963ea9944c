/** Focuses, after the next render, the first element of `place` that matches the selector. */
export function focusWithin(place: ParentNode | null | undefined, selector: string): void {
  requestAnimationFrame(() => place?.querySelector<HTMLElement>(selector)?.focus())
}

/** Selector of a field or a drop-down list marked invalid. */
export const invalidFieldSelector = '[aria-invalid="true"], button[data-invalid]'

/** Moves the focus from a button that is about to disappear to the nearest field, title, dialog or page around it. */
export function focusNearby(button: Element): void {
  const place = button.closest<HTMLElement>('form, [data-beside-field], [role="dialog"], main')
  requestAnimationFrame(() => (place?.querySelector<HTMLElement>('h1, input:not([hidden]), textarea') ?? place)?.focus())
}
