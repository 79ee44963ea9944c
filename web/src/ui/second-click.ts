import { useState, type MouseEvent } from 'react'
import type { PressEvent } from 'react-aria-components'

/** Tells the second click of a double one: since the first, what is under the pointer may have become something else, or be another row. */
export function createSecondClick() {
  let clicks = 0
  return {
    /** For what is around the buttons: it hears of a click before they do. */
    onClickCapture: ({ detail }: Pick<MouseEvent, 'detail'>): void => {
      clicks = detail
    },
    /** A keyboard and a screen reader press before they click: what was clicked last says nothing of it. */
    isSecond: ({ pointerType }: Pick<PressEvent, 'pointerType'>): boolean => clicks > 1 && pointerType !== 'keyboard' && pointerType !== 'virtual',
  }
}

export const useSecondClick = () => useState(createSecondClick)[0]
