import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDetector, filePatternProblem } from '../index.ts'
import { compilePattern, longestMatch } from './pattern-automaton.ts'

describe('patterns of file numbers', () => {
  it.each([
    ['CCAS-\\d{4}-\\d{5}', 'Dossier CCAS-2026-12345, relance', ['CCAS-2026-12345']],
    ['CCAS-\\d{4}-\\d{5}', 'Dossier CCAS-2026-123456', []],
    ['(?:AB|CD)[- ]?\\d{2,4}', 'ab 12, CD-1234, CD12345, XCD12', ['ab 12', 'CD-1234']],
    ['[A-Z]{2}\\d+/\\d*', 'DA12/ et DA3/45', ['DA12/', 'DA3/45']],
    ['^D-\\d{3}$', 'D-123', ['D-123']],
  ])('%s finds in « %s »', (pattern, text, expected) => {
    const spans = createDetector({ filePatterns: [pattern] }).find(text)
    expect(spans.filter(({ kind }) => kind === 'dossier').map(({ start, end }) => text.slice(start, end))).toEqual(expected)
  })

  it.each([
    '',
    '(',
    ')',
    'a)',
    '[a',
    'a{3',
    'a**',
    '(?=a)',
    '(?<n>a)',
    '\\1',
    '\\p',
    '*',
    'a?{3}',
    '\\d*',
    'x?',
    '(?:(?:\\d{99}){99})',
    'a{5,2}',
    'x'.repeat(201),
    '\\',
  ])('refuses « %s »', (pattern) => {
    expect(filePatternProblem(pattern)).not.toBeNull()
  })

  it('stays linear where an ordinary engine goes back', () => {
    const detector = createDetector({ filePatterns: ['(?:a|a)+(?:a*)+b', '(?:\\d+)+x'] })
    const start = process.cpuUsage()
    expect(detector.find(`${'a'.repeat(20_000)} ${'1'.repeat(20_000)}`).filter(({ kind }) => kind === 'dossier')).toEqual([])
    expect(process.cpuUsage(start).user).toBeLessThan(4_000_000)
  })

  it('agrees with RegExp on the patterns that both accept', () => {
    const piece = fc.constantFrom('a', 'b', '\\d', '[ab]', '(?:ab|b)', 'a?', 'b{1,2}', '(?:a|\\d)*', '-')
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.stringMatching(/^[ab1-]{0,12}$/), (pieces, text) => {
        const pattern = pieces.join('')
        // The longest match, whatever the order of alternatives.
        const lengths = Array.from({ length: text.length + 1 }, (_, length) => length).filter((length) =>
          new RegExp(`^(?:${pattern})$`).test(text.slice(0, length)),
        )
        expect(longestMatch(compilePattern(pattern), text, 0, 64)).toBe(lengths.at(-1) ?? -1)
      }),
    )
  })
})
