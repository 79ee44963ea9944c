import { describe, expect, it } from 'vitest'
import { firstShown, messagesAtOnce, stillShown } from './shown-messages.ts'

const messages = Array.from({ length: 200 }, (_, at) => ({ id: `m${at}` }))

describe('where a conversation begins on the screen', () => {
  it('is at its last messages', () => {
    expect(firstShown(messages, '')).toBe(200 - messagesAtOnce)
    expect(firstShown(messages.slice(0, 12), '')).toBe(0)
    expect(firstShown([], '')).toBe(0)
  })

  it('is a little before the message that the address names', () => {
    expect(firstShown(messages, '#message-m50')).toBe(48)
    expect(firstShown(messages, '#message-m1')).toBe(0)
    expect(firstShown(messages, '#message-m199')).toBe(200 - messagesAtOnce)
    expect(firstShown(messages, '#message-elsewhere')).toBe(200 - messagesAtOnce)
  })

  it('takes no message without a name for the one that an address without a name asks for', () => {
    expect(firstShown([{ id: null }, ...messages], '')).toBe(201 - messagesAtOnce)
  })
})

describe('what is drawn of a conversation that is on the screen', () => {
  it('begins earlier for a message that the address comes to name, and never later', () => {
    expect(stillShown(170, messages, '#message-m50')).toBe(48)
    expect(stillShown(40, messages, '#message-m50')).toBe(40)
    expect(stillShown(90, messages, '')).toBe(90)
  })

  it('has something left to show once a question was rewritten above it', () => {
    expect(stillShown(170, messages.slice(0, 12), '')).toBe(0)
    expect(stillShown(170, messages.slice(0, 100), '')).toBe(100 - messagesAtOnce)
  })
})
