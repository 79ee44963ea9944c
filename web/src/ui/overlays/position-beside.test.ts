import { expect, it } from 'vitest'
import { positionBeside } from './position-beside.ts'

const viewport = { width: 400, height: 300 }
const size = { width: 80, height: 20 }

it.each([
  ['above, centred', { left: 100, top: 100, width: 40, height: 40 }, 'top', { left: 80, top: 74 }],
  ['below when there is no room above', { left: 100, top: 5, width: 40, height: 40 }, 'top', { left: 80, top: 51 }],
  ['inside the right edge', { left: 370, top: 100, width: 30, height: 40 }, 'top', { left: 316, top: 74 }],
  ['at the right, centred', { left: 10, top: 100, width: 40, height: 40 }, 'right', { left: 56, top: 110 }],
  ['at the left when there is no room at the right', { left: 350, top: 100, width: 40, height: 40 }, 'right', { left: 264, top: 110 }],
  ['inside the bottom edge', { left: 10, top: 290, width: 40, height: 10 }, 'right', { left: 56, top: 276 }],
] as const)('%s', (_, anchor, side, expected) => expect(positionBeside(anchor, size, viewport, side)).toEqual(expected))
