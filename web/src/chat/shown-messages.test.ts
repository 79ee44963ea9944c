import { describe, expect, it } from 'vitest'
import { firstShownIndex, messagePageSize, shownIndexAfterChange } from './shown-messages.ts'

const messages = Array.from({ length: 200 }, (_, at) => ({ id: `m${at}` }))

describe('where a conversation begins on the screen', () => {
  it('is at its last messages', () => {
    expect(firstShownIndex(messages, '')).toBe(200 - messagePageSize)
    expect(firstShownIndex(messages.slice(0, 12), '')).toBe(0)
    expect(firstShownIndex([], '')).toBe(0)
  })

  it('is a little before the message that the address names', () => {
    expect(firstShownIndex(messages, '#message-m50')).toBe(48)
    expect(firstShownIndex(messages, '#message-m1')).toBe(0)
    expect(firstShownIndex(messages, '#message-m199')).toBe(200 - messagePageSize)
    expect(firstShownIndex(messages, '#message-elsewhere')).toBe(200 - messagePageSize)
  })

  it('takes no message without a name for the one that an address without a name asks for', () => {
    expect(firstShownIndex([{ id: null }, ...messages], '')).toBe(201 - messagePageSize)
  })
})

describe('what is drawn of a conversation that is on the screen', () => {
  it('begins earlier for a message that the address comes to name, and never later', () => {
    expect(shownIndexAfterChange(170, messages, '#message-m50')).toBe(48)
    expect(shownIndexAfterChange(40, messages, '#message-m50')).toBe(40)
    expect(shownIndexAfterChange(90, messages, '')).toBe(90)
  })

  it('has something left to show once a question was rewritten above it', () => {
    expect(shownIndexAfterChange(170, messages.slice(0, 12), '')).toBe(0)
    expect(shownIndexAfterChange(170, messages.slice(0, 100), '')).toBe(100 - messagePageSize)
  })
})
