import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFramer, endsReady, expectsReady, simpleQuery } from './wire.ts'

const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const message = (type: string, body = ''): Buffer => {
  const bytes = Buffer.from(`${type}    ${body}`)
  bytes.writeInt32BE(4 + body.length, 1)
  return bytes
}
const bind = message('B', 'portal')
const sync = message('S')
const terminate = message('X')

describe('the cutting of a connection into runs', () => {
  it('gives the start-up packet alone, then whole runs up to what asks for an answer', () => {
    const framer = createFramer()
    expect(framer.push(startup)).toEqual(startup)
    expect(framer.push(bind)).toBeUndefined()
    expect(framer.push(Buffer.concat([sync, bind]))).toEqual(Buffer.concat([bind, sync]))
    expect(framer.push(sync)).toEqual(Buffer.concat([bind, sync]))
  })

  it('never passes Terminate on: the session serves the next client', () => {
    const framer = createFramer()
    framer.push(startup)
    expect(framer.push(terminate)).toBeUndefined()
    expect(framer.push(Buffer.concat([terminate, sync]))).toBeUndefined()
  })

  it('loses and invents nothing, wherever the bytes are cut', () => {
    const body = fc.string({ maxLength: 20, unit: 'binary-ascii' })
    const anyMessage = fc.oneof(
      body.map((text) => Buffer.from(simpleQuery(text))),
      body.map((text) => Buffer.concat([message('P', text), sync])),
    )
    fc.assert(
      fc.property(fc.array(anyMessage, { minLength: 1 }), fc.array(fc.nat(400)), (messages, cuts) => {
        const all = Buffer.concat([startup, ...messages])
        const edges = [0, ...cuts.filter((cut) => cut < all.length).sort((a, b) => a - b), all.length]
        const framer = createFramer()
        const runs: Uint8Array[] = []
        for (const [index, end] of edges.slice(1).entries()) {
          // A real client waits for the answer to its start-up packet before it goes on.
          for (const piece of splitAfterStartup(all, edges[index]!, end)) {
            const run = framer.push(piece)
            if (run !== undefined) runs.push(run)
          }
        }
        expect(Buffer.concat(runs)).toEqual(all)
        for (const run of runs.slice(1)) expect(expectsReady(run)).toBe(true)
      }),
    )
  })
})

function splitAfterStartup(all: Buffer, from: number, to: number): Buffer[] {
  const middle = Math.min(Math.max(startup.length, from), to)
  return [all.subarray(from, middle), all.subarray(middle, to)].filter((piece) => piece.length > 0)
}

it('recognises an answer that is complete', () => {
  const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
  expect(endsReady(ready)).toBe(true)
  expect(endsReady(Buffer.concat([message('C', 'SELECT 1'), ready]))).toBe(true)
  expect(endsReady(message('C', 'SELECT 1'))).toBe(false)
  expect(endsReady(Buffer.alloc(0))).toBe(false)
})

it('expects no completion from a run that only flushes', () => {
  expect(expectsReady(Buffer.concat([bind, message('H')]))).toBe(false)
  expect(expectsReady(simpleQuery('select 1'))).toBe(true)
})
