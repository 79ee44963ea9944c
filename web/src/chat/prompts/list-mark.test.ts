import { describe, expect, it } from 'vitest'
import { markBefore, searchTextAt, type ListMark } from './list-mark.ts'

describe('a « / »', () => {
  const calls = (text: string) => markBefore(text, text.length, ['/']) === '/'

  it('calls for the prompts at the beginning of the field, of a line, and after a blank', () => {
    for (const text of ['/', 'Bonjour /', 'Bonjour\n/', 'Bonjour\u00a0/', 'un / deux /']) expect([text, calls(text)]).toEqual([text, true])
  })

  it('calls for nothing in « et/ou », « 1/2 », an address, a path, nor once something follows', () => {
    for (const text of ['et/', '1/', 'https:/', 'https://', ' //', '(/', '/résumer', '/ ', '']) expect([text, calls(text)]).toEqual([text, false])
  })

  it('is the one before the caret, whatever follows', () => {
    expect([1, 2, 0].map((caret) => markBefore(caret === 2 ? 'a/ suite' : '/ suite', caret, ['/']))).toEqual(['/', null, null])
  })
})

describe('an « @ »', () => {
  const both: readonly ListMark[] = ['/', '@']

  it('calls for the assistants where the field knows them, and not within an address', () => {
    expect([markBefore('@', 1, both), markBefore('Bonjour @', 9, both), markBefore('@', 1, ['/'])]).toEqual(['@', '@', null])
    expect(markBefore('camille@', 8, both)).toBeNull()
  })

  it('is followed by what is looked for, a « / » included', () => {
    expect(searchTextAt({ mark: '@', start: 0, isTyped: true }, '@eau/assainissement', 19)).toBe('eau/assainissement')
    expect(searchTextAt({ mark: '@', start: 0, isTyped: true }, '@a@', 3)).toBeNull()
  })
})

describe('what is looked for', () => {
  const typed = { mark: '/' as const, start: 8, isTyped: true }

  it('goes from the « / » to the caret, blanks included', () => {
    expect(searchTextAt(typed, 'Bonjour /compte rendu', 21)).toBe('compte rendu')
    expect(searchTextAt(typed, 'Bonjour /compte rendu', 12)).toBe('com')
    expect(searchTextAt(typed, 'Bonjour /', 9)).toBe('')
  })

  it('is nothing any more once a blank follows the « / », another « / », a new line, a sentence, or the caret is elsewhere', () => {
    for (const text of ['Bonjour / ou', 'Bonjour /etc/', 'Bonjour /a\nb', `Bonjour /${'x'.repeat(61)}`, 'Bonjour '])
      expect([text, searchTextAt(typed, text, text.length)]).toEqual([text, null])
    expect([searchTextAt(typed, 'Bonjour /a', 8), searchTextAt(typed, 'Bonjour a/', 10)]).toEqual([null, null])
  })

  it('begins at the caret itself where the button called', () => {
    const pressed = { mark: '/' as const, start: 3, isTyped: false }
    expect([searchTextAt(pressed, 'Oui', 3), searchTextAt(pressed, 'Ouinote', 7), searchTextAt(pressed, 'Oui', 2), searchTextAt(pressed, 'Oui ', 4)]).toEqual([
      '',
      'note',
      null,
      null,
    ])
  })
})
