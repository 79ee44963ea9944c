import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../limits.ts'
import type { RichBlock } from '../port.ts'
import { ProtocolError } from './checks.ts'
import { richMessages } from './rich-messages.ts'
import { createRichReceiver } from './rich-receiver.ts'

test('messages give the blocks back, and any other shape ends the process', () => {
  const blocks: RichBlock[] = [
    { kind: 'heading', level: 1, text: [{ text: 'Titre' }] },
    {
      kind: 'paragraph',
      style: 'visa',
      text: [{ text: 'x'.repeat(200_000) }, { note: [{ text: 'note', marks: ['bold'] }] }, { text: 'y', link: 'https://exemple.fr/' }],
    },
    { kind: 'item', level: 2, marker: 'figure', start: 4, text: [] },
    { kind: 'table', aligns: ['left', null], header: [[{ text: 'a' }], []], rows: [[[], [{ text: 'b' }, { note: [{ text: 'n' }] }]]] },
    { kind: 'code', text: 'SELECT 1' },
    { kind: 'rule' },
  ]
  const receiver = createRichReceiver(DEFAULT_LIMITS)
  for (const message of richMessages(1, blocks))
    if (message.type.startsWith('rich_')) receiver[message.type as 'rich_block'](structuredClone(message) as Record<string, unknown>)
  const joined = receiver.blocks().map((block) =>
    block.kind === 'paragraph'
      ? {
          ...block,
          text: [
            {
              text: block.text
                .slice(0, -2)
                .map((span) => ('text' in span ? span.text : ''))
                .join(''),
            },
            ...block.text.slice(-2),
          ],
        }
      : block,
  )
  expect(joined).toEqual(blocks)
  const bad = [
    ['rich_block', { block: { kind: 'heading', level: 9 } }],
    ['rich_block', { block: { kind: 'script' } }],
    ['rich_block', { block: { kind: 'table', aligns: [] } }],
    ['rich_spans', { spans: [{ text: 'x' }], in_note: false, opens_note: false }],
    ['rich_cell', { opens_row: true }],
  ] as const
  for (const [type, message] of bad)
    expect(() => createRichReceiver(DEFAULT_LIMITS)[type](message as Record<string, unknown>), JSON.stringify(message)).toThrow(ProtocolError)
  const opened = () => {
    const one = createRichReceiver(DEFAULT_LIMITS)
    one.rich_block({ block: { kind: 'quote' } })
    return one
  }
  for (const span of [{ text: 3 }, { text: '' }, { text: 'x', marks: ['blink'] }, { text: 'x', link: 'javascript:alert(1)' }])
    expect(() => opened().rich_spans({ spans: [span], in_note: false, opens_note: false }), JSON.stringify(span)).toThrow(ProtocolError)
  expect(() => opened().rich_spans({ spans: [], in_note: true, opens_note: false })).toThrow(ProtocolError)
})
