import type { Source } from '@parvis/contract'
import { expect, it } from 'vitest'
import { conversationOf, messageOf, replyOf, scriptedPort, settledChat } from '../testing.ts'
import { documentOfAnswer } from './answer-document.ts'
import { commandQuestion } from './commands.ts'

const source = (number: number): Source => ({ number, document_id: 'd', document: `note_${number}.pdf`, page: 3, section: null, extract: 'x' }) as Source
const answer = (content: string, sources: Source[] = []) => ({ content, status: 'complete' as const, sources })

it('makes a document of an answer: its first heading is the title, its citations are notes', () => {
  const text = '## Délibération\n\nLe prix est de 3\u00a0€ [1]. Voir `[1]` et [2, 1].\n\n[3] inconnu, [texte](https://exemple.fr)'
  expect(documentOfAnswer(answer(text, [source(1), source(2)]), 'Le titre')).toEqual({
    title: 'Délibération',
    markdown:
      '## Délibération\n\nLe prix est de 3\u00a0€ [^s1]. Voir `[1]` et [^s2][^s3].\n\n[3] inconnu, [texte](https://exemple.fr)' +
      ['1', '2', '1'].map((number, at) => `\n\n[^s${at + 1}]: note\\_${number}.pdf, page\u00a03`).join(''),
  })
})

it('without a heading, the title is that of the conversation; the changes that the answer asks for are left out', () => {
  expect(documentOfAnswer(answer('Voici.\n\n@@ remplacer 1\nTexte\n@@ fin'), 'La cantine')).toEqual({ title: 'La cantine', markdown: 'Voici.' })
  expect(documentOfAnswer(answer('Voici.'), null).title).toBe('Document')
})

it('a question of a saved conversation carries the document open beside it; the introduction does not', async () => {
  const port = scriptedPort({ stored: conversationOf([messageOf({ id: 'm' })]), reply: () => replyOf('Oui.') })
  port.documentFields = async () => ({ written_document_id: 'w', block_ids: ['a', 'b'] })
  const { ask } = await settledChat(port)
  await ask('Plus court')
  expect(port.requests[0]).toMatchObject({ action: 'send', written_document_id: 'w', block_ids: ['a', 'b'] })

  const opened = scriptedPort()
  opened.documentFields = port.documentFields
  await settledChat(opened, true)
  expect(opened.requests[0]).not.toHaveProperty('written_document_id')
})

it('a command names what it is about', () => {
  expect(commandQuestion('shorter', true)).toBe('Raccourcissez le passage sélectionné, sans rien perdre d’essentiel.')
  expect(commandQuestion('translate', false, 'allemand')).toBe('Traduisez le document en allemand.')
})
