import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

/** Click event of a button, from a mouse, a touch, a keyboard or a screen reader. */
export type Press = MouseEvent<HTMLButtonElement>

/**
 * Whether a click came from a keyboard or a screen reader. Most of them send a `detail` of 0 (UI Events); screen readers in Firefox send an empty
 * `pointerType`; TalkBack sends `buttons` 1.
 */
export const isWithoutPointer = ({ detail, buttons, nativeEvent }: Pick<Press, 'detail' | 'buttons' | 'nativeEvent'>): boolean =>
  detail === 0 || buttons === 1 || ('pointerType' in nativeEvent && nativeEvent.pointerType === '')

/** Whether a click is the second one of a double click: after the first, another element or another row may be under the pointer. */
export const isSecondClick = ({ detail }: Pick<Press, 'detail'>): boolean => detail > 1

/** Props that every button of the kit takes, beside the attributes of `<button>`. */
export interface PressProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'disabled' | 'onClick'> {
  onPress?: ((press: Press) => void) | undefined
  isDisabled?: boolean | undefined
  /** An action is running: the button keeps the focus and ignores presses, even if `isDisabled`. */
  isPending?: boolean | undefined
}

/** Attributes of a button that is unavailable for now. It keeps the focus, which the `disabled` attribute would lose. */
export const ariaUnavailable = { 'aria-disabled': true } as const

/**
 * Ignores the repeated `keydown` events of Enter until the key is released. They would otherwise press or submit whatever replaces the button, wherever
 * the focus moves.
 */
function ignoreKeyRepeats() {
  const untilKeyUp = new AbortController()
  const options = { capture: true, signal: untilKeyUp.signal }
  const ignoreRepeat = (event: globalThis.KeyboardEvent) => {
    if (!event.repeat) return untilKeyUp.abort()
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', ignoreRepeat, options)
  addEventListener('keyup', ({ key }) => key === 'Enter' && untilKeyUp.abort(), options)
}

/** Base of every button of the kit: a native `<button>`. */
export function PressButton({
  onPress,
  isDisabled,
  isPending = false,
  type = 'button',
  tabIndex = 0,
  onKeyDown,
  ...props
}: PressProps & ComponentProps<'button'>) {
  function press(event: Press) {
    if (isPending) return
    // Safari does not focus a clicked button, so an overlay could not return the focus to it. The condition excludes Enter in a field, which clicks the
    // submit button of its form.
    if (!isWithoutPointer(event)) event.currentTarget.focus({ preventScroll: true, focusVisible: false })
    onPress?.(event)
  }
  function handleKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Enter') return
    if (event.repeat) event.preventDefault()
    else ignoreKeyRepeats()
  }
  // `disabled` would leave the focus to the page: Escape would no longer close the dialog around the button.
  const isInert = isDisabled && !isPending
  return (
    <button
      {...props}
      // Without an explicit tabIndex, Safari's Tab key skips the button and its mouse click does not focus it.
      tabIndex={isInert ? undefined : tabIndex}
      // The key makes React replace the element when `type` changes: otherwise the press that turned it into a submit button would submit the new form.
      key={type}
      type={isPending ? 'button' : type}
      disabled={isInert}
      {...(isPending && { 'aria-disabled': true, 'data-busy': true })}
      onClick={press}
      onKeyDown={handleKeyDown}
    />
  )
}
