import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutThoughts } from './thoughts.ts'

/** What is left of a stream, piece after piece. */
const pieces = (...texts: string[]) => {
  const reader = withoutThoughts()
  return [...texts.map(reader.next), reader.rest()]
}

/** What is left of a text, however it is cut. */
const left = (text: string) => {
  const whole = pieces(text).join('')
  expect(pieces(...text.split('')).join('')).toBe(whole)
  return whole
}

describe('what is thought before the answer', () => {
  test.each([
    ['closed', '<think>Il faut être bref.</think>Bonjour'],
    ['of Magistral', '[THINK]Il faut être bref.[/THINK]Bonjour'],
    ['empty, and white space after it', '<think>\n\n</think>\n\n \tBonjour'],
    ['after white space', '\n<think>\nIl faut être bref.\n</think>\n\nBonjour'],
    ['twice', '<think>\n\n</think>\n\n<think>Il faut être bref.</think>\nBonjour'],
    ['with what looks like its end', '<think>a </thin b < c </ think> [/THINK] <think></think>Bonjour'],
    ['longer than what is held back', `<think>${'réfléchir '.repeat(1_000)}</think>${'\n'.repeat(1_000)}Bonjour`],
  ])('%s, is taken away', (_name, text) => {
    expect(left(text)).toBe('Bonjour')
  })

  test.each(['<think>', '<think>Il faut', '<think>Il faut être bref.</thin', '<think>Il faut</think>', '[THINK]Il faut[/THINK]\n\n'])(
    'and no answer after it, leaves nothing: %s',
    (text) => {
      expect(left(text)).toBe('')
    },
  )
})

describe('an answer', () => {
  test.each([
    'La balise <think> ouvre, </think> ferme.',
    '`<think>` est une balise.',
    '<thé> à 16\u00a0heures',
    '<',
    '<think',
    '[1] Le code général',
    '[THINKER]',
    '\n\n',
    ' suite de la phrase',
    `${' '.repeat(1_000)}<think>`,
  ])('that only speaks of such marks, or begins as they do, is left as it is: %j', (text) => {
    expect(left(text)).toBe(text)
  })

  test('after what was thought may speak of the marks too', () => {
    expect(left('<think>Une balise.</think>\nOui\u00a0: <think>a</think>')).toBe('Oui\u00a0: <think>a</think>')
  })

  test('is given as it comes once its first word is there', () => {
    expect(pieces('<thi', 'nk>Hm', '</thi', 'nk>', '\n\n', 'Bon', 'jour', '\n', '<think>')).toEqual(['', '', '', '', '', 'Bon', 'jour', '\n', '<think>', ''])
  })
})

test('whatever is thought and said, the answer is left, however the stream is cut', () => {
  const words = fc.string({ unit: fc.constantFrom('<', '/', 'think', '>', '[', 'THINK', ']', ' ', '\n', 'a', 'é'), maxLength: 20 })
  fc.assert(
    fc.property(words, words, (thought, answer) => {
      fc.pre(!thought.includes('</think>'))
      fc.pre(!/^\s*(?:<think>|\[THINK\])/.test(answer))
      expect(left(`<think>${thought}</think>${answer}`)).toBe(answer.trimStart())
    }),
  )
})
