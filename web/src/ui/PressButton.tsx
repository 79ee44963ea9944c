import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

/** A press, by mouse, finger, keyboard or screen reader: what the browser calls a click. */
export type Press = MouseEvent<HTMLButtonElement>

/** Whether nobody pointed: a keyboard and a screen reader click without a count (UI Events, `detail`). */
export const isWithoutPointer = ({ detail }: Pick<Press, 'detail'>): boolean => detail === 0

/** Tells the second click of a double one: since the first, what is under the pointer may have become something else, or be another row. */
export const isSecondClick = ({ detail }: Pick<Press, 'detail'>): boolean => detail > 1

/** What every button of the kit takes beside the attributes of `<button>`. */
export interface PressProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'disabled' | 'onClick'> {
  onPress?: ((press: Press) => void) | undefined
  isDisabled?: boolean | undefined
  /** Its action is under way: the button keeps its focus and ignores presses. */
  isPending?: boolean | undefined
}

/** The browser's own button, on which every button of the kit stands. */
export function PressButton({ onPress, isDisabled, isPending = false, type = 'button', onKeyDown, ...props }: PressProps & ComponentProps<'button'>) {
  function press(event: Press) {
    if (isPending) return
    // Safari gives a button that is pointed at no focus: what opens would give it back to nothing. Enter in a field clicks its form's button too.
    if (!isWithoutPointer(event)) event.currentTarget.focus({ preventScroll: true, focusVisible: false })
    onPress?.(event)
  }
  function hold(event: KeyboardEvent<HTMLButtonElement>) {
    onKeyDown?.(event)
    // A key that is held down presses once: it would go on to press what has come in the place of this button.
    if (event.repeat && event.key === 'Enter') event.preventDefault()
  }
  return (
    <button
      {...props}
      // Drawn anew as it becomes one that submits: the press that made it so would submit what it leads to.
      key={type}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true, 'data-busy': true })}
      onClick={press}
      onKeyDown={hold}
    />
  )
}
