import { expect, it } from 'vitest'
import { createEventDecoder } from './stream.ts'

const stream =
  'id: 4\nevent: delta\ndata: {"text":"aï\\n\\n😀"}\n\n:\n\nid: 5\r\nevent: done\r\ndata: {"status":"complete","finish_reason":"stop","message_id":null}\r\n\r\n'
const events = [
  { type: 'delta', id: 4, text: 'aï\n\n😀' },
  { type: 'done', id: 5, status: 'complete', finish_reason: 'stop', message_id: null },
]

it('gives the same events however the stream is cut', () => {
  const whole = createEventDecoder()
  expect(whole(stream)).toEqual(events)
  const decode = createEventDecoder()
  expect([...stream].flatMap((character) => decode(character))).toEqual(events)
})

it('lets nothing through but the events of the contract (trust case INJ-06)', () => {
  const decode = createEventDecoder()
  expect(decode('id: 1\nevent: execute\ndata: {"code":"alert(1)"}\n\n')).toEqual([])
  expect(decode('id: 2\nevent: delta\ndata: [1\n\n')).toEqual([])
  expect(decode('id: 2\nevent: delta\ndata: null\n\n')).toEqual([])
  expect(decode('event: delta\ndata: {"text":"sans numéro"}\n\n')).toEqual([])
  expect(decode('id: x\nevent: delta\ndata: {"text":"a"}\n\n')).toEqual([])
  expect(decode('id: 3\nevent: delta\ndata: {"type":"done","id":9,"text":"a"}\n\n')).toEqual([{ type: 'delta', id: 3, text: 'a' }])
})
