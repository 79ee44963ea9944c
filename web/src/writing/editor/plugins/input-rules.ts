import type { NodeType } from 'prosemirror-model'
import { InputRule, inputRules } from 'prosemirror-inputrules'
import type { Plugin } from 'prosemirror-state'
import { applyKind, type TextKind } from '../model/commands.ts'
import { schema } from '../model/schema.ts'

const paragraph = (schema.nodes as Record<string, NodeType>)['paragraph']

/** Gives a paragraph another kind when it begins with a mark: « # », « - », « 1. », « > ». */
const atStart = (pattern: RegExp, kindOf: (match: RegExpMatchArray) => TextKind): InputRule =>
  new InputRule(pattern, (state, match, start, end) => {
    const { $from } = state.selection
    if ($from.depth !== 1 || $from.parent.type !== paragraph) return null
    return applyKind(state.tr.delete(start, end), kindOf(match))
  })

/** Plugin that turns marks typed at the beginning of a paragraph into a heading, a list or a quotation. Ctrl+Z gives the typed characters back. */
export const markdownRules = (): Plugin =>
  inputRules({
    rules: [
      atStart(/^(#{1,6})\s$/, ([, marks = '']) => ({ kind: 'heading', level: marks.length })),
      atStart(/^[-*•–]\s$/, () => ({ kind: 'item', marker: 'bullet' })),
      atStart(/^(\d{1,2})\.\s$/, ([, number]) => ({ kind: 'item', marker: 'figure', start: numberToStart(number) })),
      atStart(/^(\d{1,2})\)\s$/, ([, number]) => ({ kind: 'item', marker: 'parenthesis', start: numberToStart(number) })),
      atStart(/^>\s$/, () => ({ kind: 'quote' })),
    ],
  })

/** A list that begins with 1 has no start of its own: it goes on from the item above. */
const numberToStart = (number: string | undefined): number | null => (number === '1' ? null : Number(number))
