import { expect, it } from 'vitest'
import { duration, microphoneFailure, spacedText } from './recording.ts'

it.each([
  ['', 0, 0, 'Bonjour', 'Bonjour'],
  ['Bonjour', 7, 7, 'la mairie', ' la mairie'],
  ['Bonjour ', 8, 8, 'la mairie', 'la mairie'],
  ['Bonjour monde', 8, 8, 'le', 'le '],
  ['Bonjour.', 7, 7, 'à tous', ' à tous'],
  ['un mot ici', 3, 6, 'texte', 'texte'],
])('« %s », selected from %i to %i: « %s » is inserted as « %s »', (value, start, end, text, inserted) =>
  expect(spacedText(value, { start, end }, text)).toBe(inserted),
)

it.each([
  [new DOMException('', 'NotAllowedError'), /refusé/],
  [new DOMException('', 'NotFoundError'), /Aucun micro/],
  [new DOMException('', 'NotReadableError'), /ne répond pas/],
  [new TypeError('x'), /https/],
  [new Error('x'), /n’a pas pu commencer/],
])('a microphone that fails with %s is a French sentence', (error, sentence) => expect(microphoneFailure(error)).toMatch(sentence))

it('shows minutes and seconds', () => expect([0, 65.9, 300].map(duration)).toEqual(['0:00', '1:05', '5:00']))
