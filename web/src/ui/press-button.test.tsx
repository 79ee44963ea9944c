import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { Checkbox, Switch } from './fields/Checkbox.tsx'
import { Segments } from './fields/Segments.tsx'
import { isWithoutPointer, PressButton, type Press } from './PressButton.tsx'

const click = (detail: number, buttons: number, pointerType?: string) =>
  ({ detail, buttons, nativeEvent: pointerType === undefined ? {} : { pointerType } }) as Pick<Press, 'detail' | 'buttons' | 'nativeEvent'>

test.each<[string, ReturnType<typeof click>, boolean]>([
  ['a mouse', click(1, 0, 'mouse'), false],
  ['a finger', click(1, 0, 'touch'), false],
  ['a mouse, in a browser that does not say its kind', click(1, 0), false],
  ['a key', click(0, 0, ''), true],
  ['NVDA in Firefox', click(1, 0, ''), true],
  ['TalkBack', click(1, 1, 'touch'), true],
])('%s', (_who, event, isWithout) => expect(isWithoutPointer(event)).toBe(isWithout))

it('says that the Tab key stops at a control, for Safari, unless it is disabled', () => {
  const stops = (element: ReactElement) => renderToStaticMarkup(element).match(/tabindex="0"/g)?.length ?? 0
  const nothing = () => {}
  const options = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ]
  const box = { isSelected: false, onChange: nothing, children: 'Oui' }
  expect([stops(<PressButton />), stops(<Checkbox {...box} />), stops(<Switch {...box} />)]).toEqual([1, 1, 1])
  expect(stops(<Segments label="Choix" options={options} value="a" onChange={nothing} />)).toBe(2)
  expect([stops(<PressButton isDisabled />), stops(<Checkbox {...box} isDisabled />), stops(<Switch {...box} isDisabled />)]).toEqual([0, 0, 0])
})
