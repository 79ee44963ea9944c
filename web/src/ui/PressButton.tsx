import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'

/** A press, by mouse, finger, keyboard or screen reader: what the browser calls a click. */
export type Press = MouseEvent<HTMLButtonElement>

/**
 * Whether nobody pointed: a keyboard and most screen readers click without a count (UI Events, `detail`), those of Firefox without a kind of
 * pointer, TalkBack with a button that is still down.
 */
export const isWithoutPointer = ({ detail, buttons, nativeEvent }: Pick<Press, 'detail' | 'buttons' | 'nativeEvent'>): boolean =>
  detail === 0 || buttons === 1 || ('pointerType' in nativeEvent && nativeEvent.pointerType === '')

/** Tells the second click of a double one: since the first, what is under the pointer may have become something else, or be another row. */
export const isSecondClick = ({ detail }: Pick<Press, 'detail'>): boolean => detail > 1

/** What every button of the kit takes beside the attributes of `<button>`. */
export interface PressProps extends Omit<ComponentProps<'button'>, 'className' | 'style' | 'children' | 'disabled' | 'onClick'> {
  onPress?: ((press: Press) => void) | undefined
  isDisabled?: boolean | undefined
  /** Its action is under way: the button keeps its focus and ignores presses. */
  isPending?: boolean | undefined
}

/** For a button that leads nowhere for now: it keeps the focus of who has just come to the end. Disabled, it would throw it away. */
export const leadsNowhere = { 'aria-disabled': true } as const

/** A key that is held down presses once, wherever the focus goes meanwhile: it would press or send what has come in the place of this button. */
function pressOnce() {
  const held = new AbortController()
  const options = { capture: true, signal: held.signal }
  const stop = (event: globalThis.KeyboardEvent) => {
    if (!event.repeat) return held.abort()
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', stop, options)
  addEventListener('keyup', ({ key }) => key === 'Enter' && held.abort(), options)
}

/** The browser's own button, on which every button of the kit stands. */
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
    // Safari gives a button that is pointed at no focus: what opens would give it back to nothing. Enter in a field clicks its form's button too.
    if (!isWithoutPointer(event)) event.currentTarget.focus({ preventScroll: true, focusVisible: false })
    onPress?.(event)
  }
  function hold(event: KeyboardEvent<HTMLButtonElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Enter') return
    if (event.repeat) event.preventDefault()
    else pressOnce()
  }
  return (
    <button
      {...props}
      // Safari's Tab key stops at a control, and its mouse leaves the focus there, only where this is said.
      tabIndex={isDisabled ? undefined : tabIndex}
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
