import { expect, it } from 'vitest'
import { limitDrawing, exceedsParserLimits, splitSegments } from './segments.ts'

const table = (rows: number) => `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(rows)}`

it('draws what anybody writes: a table of a thousand rows, three hundred paragraphs', () => {
  const text = [table(1_000), ...Array.from({ length: 300 }, (_, at) => `Le point **${at}** [1].`)]
  expect(limitDrawing(text)).toEqual(text.map((piece) => ({ text: piece, isDrawn: true })))
})

it('shows a piece that is too heavy by itself as it stands, and draws those around it', () => {
  expect(limitDrawing(['# Avant', table(5_000), 'Après']).map(({ isDrawn }) => isDrawn)).toEqual([true, false, true])
})

it('shows in one piece, without a loss, what comes once the drawn ones are too heavy together', () => {
  const pieces = limitDrawing(Array.from({ length: 9_000 }, (_, at) => `${at}\n`))
  expect(pieces.at(-1)!.isDrawn).toBe(false)
  expect(pieces.slice(0, -1).every(({ isDrawn }) => isDrawn)).toBe(true)
  expect(pieces.length).toBeLessThan(5_000)
  const words = pieces.map(({ text }) => text.trim().split(/\s+/)).flat()
  expect(words).toEqual(Array.from({ length: 9_000 }, (_, at) => String(at)))
})

it('weighs a block of code by its frame, not by its lines', () => {
  expect(limitDrawing([`\`\`\`\n${'| a | b |\n'.repeat(20_000)}\`\`\``])[0]!.isDrawn).toBe(true)
  expect(limitDrawing(['```\na\n```\n'.repeat(1_000)])[0]!.isDrawn).toBe(false)
})

it('takes code between three ticks on one line for words: the rest is still cut, and still weighed', () => {
  expect(splitSegments('```mairie``` est un mot.\n\n# Suite\n\nFin.')).toEqual(['```mairie``` est un mot.\n', '# Suite\n', 'Fin.'])
  expect(exceedsParserLimits(`\`\`\`a\`\`\`\n${'**a** '.repeat(2_000)}`)).toBe(true)
  expect(exceedsParserLimits(`\`\`\`a\n${'**a** '.repeat(2_000)}`)).toBe(false)
})

it('weighs what follows code that a list began, whose end looks like a beginning', () => {
  const after = `- \`\`\`\n  a\n  \`\`\`\n${'**a** '.repeat(6_000)}`
  expect(exceedsParserLimits(after)).toBe(true)
  expect(limitDrawing([after])[0]!.isDrawn).toBe(false)
})
