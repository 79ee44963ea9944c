import { expect, it } from 'vitest'
import { createSecondClick } from './second-click.ts'

const mouse = { pointerType: 'mouse' } as const

it('is the second click of a double one, and those that follow it; not one that comes later, nor a key', () => {
  const clicks = createSecondClick()
  expect(clicks.isSecond(mouse)).toBe(false)
  const told = [1, 2, 3].map((detail) => (clicks.onClickCapture({ detail }), [clicks.isSecond(mouse), clicks.isSecond({ pointerType: 'touch' })]))
  expect(told).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
  expect([clicks.isSecond({ pointerType: 'keyboard' }), clicks.isSecond({ pointerType: 'virtual' })]).toEqual([false, false])
  clicks.onClickCapture({ detail: 1 })
  expect(clicks.isSecond(mouse)).toBe(false)
})
