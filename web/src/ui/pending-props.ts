import type { ButtonProps } from 'react-aria-components'

/**
 * Props of a button whose action is under way: it keeps its focus and ignores presses. Not react-aria's own pending state: what that
 * announces outlives the button, as an image whose text is gone; its attribute `data-pending` is its own.
 */
export const pendingProps = (isPending: boolean, type?: ButtonProps['type']) =>
  isPending && { 'aria-disabled': true, 'data-busy': true, onPress: undefined, ...(type === 'submit' && { type: 'button' as const }) }
