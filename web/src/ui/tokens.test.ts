// @ts-expect-error The application has no types of Node; only its tests run there.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css: string = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const colours = new Map<string, [light: string, dark: string]>()
for (const [, name, light, dark] of css.matchAll(/--([a-z-]+): light-dark\((#[0-9A-F]{6}), (#[0-9A-F]{6})\)/g)) {
  colours.set(name!, [light!, dark!])
}

/** Relative luminance of `#RRGGBB` (WCAG 2.1). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high! + 0.05) / (low! + 0.05)
}

const grounds = ['page', 'surface', 'raised', 'sunken']
const on = (text: string, backgrounds: string[]) => backgrounds.map((background) => [text, background] as const)
const textPairs = [
  ...on('ink', [...grounds, 'primary-tint', 'accent-tint', 'success-tint', 'warning-tint', 'danger-tint']),
  ...on('muted', [...grounds, 'primary-tint']),
  ...on('primary', [...grounds, 'primary-tint']),
  ...on('primary-hover', [...grounds, 'primary-tint']),
  ...on('on-primary', ['primary', 'primary-hover']),
  ...on('accent', ['page', 'surface', 'raised', 'accent-tint']),
  ...on('on-accent', ['accent']),
  ...on('success', ['page', 'surface', 'raised', 'success-tint']),
  ...on('warning', ['page', 'surface', 'raised', 'warning-tint']),
  ...on('danger', ['page', 'surface', 'raised', 'danger-tint']),
  ...on('danger-hover', ['surface', 'danger-tint']),
  ...on('on-danger', ['danger', 'danger-hover']),
]
const componentPairs = [...on('line-strong', grounds), ...on('focus', [...grounds, 'primary-tint']), ...on('primary', grounds), ...on('danger', grounds)]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s scheme', (_, scheme) => {
  const colour = (name: string) => {
    const found = colours.get(name)
    if (!found) throw new Error(`tokens.css has no colour --${name}`)
    return found[scheme]
  }

  it.each(textPairs)('text %s on %s has a contrast of 4.5 at least', (text, background) => {
    expect(contrast(colour(text), colour(background))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(componentPairs)('component %s on %s has a contrast of 3 at least', (part, background) => {
    expect(contrast(colour(part), colour(background))).toBeGreaterThanOrEqual(3)
  })
})

it('A11-11 every opaque colour takes part in a checked pair, hairlines apart', () => {
  const checked = new Set([...textPairs, ...componentPairs].flat())
  expect([...colours.keys()].filter((name) => !checked.has(name))).toEqual(['line'])
})
