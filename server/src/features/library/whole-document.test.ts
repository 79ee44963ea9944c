import { expect, test } from 'vitest'
import { isAboutWholeDocument } from './whole-document.ts'

test.each(['Résume ce document', 'Fais-moi une synthèse en dix lignes', 'Traduisez-le en anglais', 'De quoi parle ce texte ?', 'Quels sont les points clés ?'])(
  '%s is about the whole document',
  (question) => expect(isAboutWholeDocument(question)).toBe(true),
)

test.each(['Quel est le montant du marché ?', 'Qui a voté contre la délibération ?', 'Quelle est la date limite de réponse ?'])(
  '%s is a question to search',
  (question) => expect(isAboutWholeDocument(question)).toBe(false),
)
