import { useEffect, type RefObject } from 'react'

const buttonsOf = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLButtonElement>('button:not([disabled])')]

/**
 * Makes a toolbar one stop of the keyboard (ARIA practices): Left, Right, Home and End move between its buttons. The attributes are set on the elements,
 * because menus and lists of choices draw their own buttons.
 */
export function useRovingFocus(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = ref.current
    const current = document.activeElement
    const buttons = bar === null ? [] : buttonsOf(bar)
    const stop =
      buttons.find((button) => button === current) ?? buttons.find((button) => button.tabIndex === 0 && button.dataset['stop'] === 'true') ?? buttons[0]
    for (const button of buttons) setStop(button, button === stop)
  })
  useEffect(() => {
    const bar = ref.current
    if (bar === null) return undefined
    const onFocus = ({ target }: FocusEvent) => {
      const buttons = buttonsOf(bar)
      if (!buttons.includes(target as HTMLButtonElement)) return
      for (const button of buttons) setStop(button, button === target)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const buttons = buttonsOf(bar)
      const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
      if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      buttons.at(next % buttons.length)?.focus()
    }
    bar.addEventListener('focusin', onFocus)
    bar.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      bar.removeEventListener('focusin', onFocus)
      bar.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [ref])
}

function setStop(button: HTMLButtonElement, isStop: boolean): void {
  button.tabIndex = isStop ? 0 : -1
  button.dataset['stop'] = String(isStop)
}
