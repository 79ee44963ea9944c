import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutEndTokens, withoutReasoning } from './answer-text.ts'

type Reader = { next(text: string): string; rest(): string }

/** Pieces that a reader returns for each piece of a stream, then the rest. */
const piecesOf = (reader: Reader, texts: string[]) => [...texts.map(reader.next), reader.rest()]
const pieces = (...texts: string[]) => piecesOf(withoutReasoning(), texts)

/** Text that a reader returns, which must be the same however the stream is cut. */
const read = (makeReader: () => Reader, text: string) => {
  const whole = piecesOf(makeReader(), [text]).join('')
  expect(piecesOf(makeReader(), text.split('')).join('')).toBe(whole)
  return whole
}
const left = (text: string) => read(withoutReasoning, text)

describe('reasoning before the answer', () => {
  test.each([
    ['closed', '<think>Il faut être bref.</think>Bonjour'],
    ['of Magistral', '[THINK]Il faut être bref.[/THINK]Bonjour'],
    ['of prompts that ask for it', '<thinking>Il faut être bref.</thinking>\n\nBonjour'],
    ['of Gemma', '<thought>\nIl faut être bref.\n</thought>Bonjour'],
    ['with a namespace', '<mm:think>Il faut être bref.</mm:think>\nBonjour'],
    ['of Seed', '<seed:think>Il faut être bref.</seed:think>Bonjour'],
    ['of Kimi', '◁think▷Il faut être bref.◁/think▷Bonjour'],
    ['in capitals', '<Thinking>Il faut être bref.</THINKING>Bonjour'],
    ['with attributes', '<think type="interne" lang=\'fr\'>Il faut être bref.</think >Bonjour'],
    ['of any namespace', '<glm:think>Il faut être bref.</glm:think>Bonjour'],
    ['of a scratchpad', '<scratchpad>Il faut être bref.</scratchpad>\nBonjour'],
    ['between bars', '<|think|>Il faut être bref.<|/think|>Bonjour'],
    ['of a channel of Gemma', '<|channel>thought\nIl faut être bref.<channel|>Bonjour'],
    ['of harmony', '<|channel|>analysis<|message|>Il faut être bref.<|end|><|start|>assistant<|channel|>final<|message|>Bonjour'],
    ['of harmony, without analysis', '<|start|>assistant<|channel|>final<|message|>Bonjour'],
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
    '<thinker>Bonjour</thinker>',
    '<table><tr><td>12</td></tr></table>',
    '<|user|> est un jeton',
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
      fc.pre(!/<\/think\s*>/i.test(thought))
      fc.pre(!/^\s*(?:<think(?:\s[^<>]*)?>|\[think\])/i.test(answer))
      expect(left(`<think>${thought}</think>${answer}`)).toBe(answer.trimStart())
    }),
  )
})

describe('end tokens', () => {
  test.each([
    ['Réponse.<|im_end|>', 'Réponse.'],
    ['Réponse.</s>', 'Réponse.'],
    ['Réponse.<|eot_id|>\n<|eot_id|>\n', 'Réponse.'],
    ['Réponse.<｜end▁of▁sentence｜>', 'Réponse.'],
    ['Réponse.<|IM_END|>', 'Réponse.'],
    ['Réponse.<|im_end|>\n<|im_start|>user', 'Réponse.'],
    ['Réponse.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n', 'Réponse.'],
    ['Réponse.<|end▁of▁sentence|>', 'Réponse.'],
    ['Réponse.</s>[INST]', 'Réponse.'],
    ['Réponse.<end_of_turn>\n<pad><pad>', 'Réponse.'],
    ['Voir [1]', 'Voir [1]'],
    ['Une liste [', 'Une liste ['],
    ['<|im_start|>user écrit', '<|im_start|>user écrit'],
    ['<|im_end|>', ''],
    ['Les jetons </s> et <|im_end|> ferment un tour.', 'Les jetons </s> et <|im_end|> ferment un tour.'],
    ['Ceci est <s>barré</s>', 'Ceci est <s>barré</s>'],
    ['La balise est `</s>`', 'La balise est `</s>`'],
    ['a < b et b <', 'a < b et b <'],
    ['Réponse.<|im_en', 'Réponse.<|im_en'],
    ['Réponse.\n', 'Réponse.\n'],
  ])('%j is read as %j', (text, answer) => {
    expect(read(withoutEndTokens, text)).toBe(answer)
  })
})
