import { sampleText } from '@parvis/office-writing/fixtures'
import type { ExportedMessage, ExportContext } from './exported-text.ts'

export const message: ExportedMessage = {
  role: 'assistant',
  content: sampleText,
  status: 'complete',
  finish_reason: 'stop',
  error: null,
  sources: [
    {
      number: 1,
      document_id: 'a',
      document: 'Règlement intérieur.pdf',
      page: 3,
      section: 'Titre II › Congés',
      extract: 'Vingt-cinq jours\nde congés.',
      score: 1,
    },
    {
      number: 2,
      document_id: 'b',
      document: 'Délibération.odt',
      page: null,
      section: null,
      extract: 'Le conseil approuve.',
      score: 1,
      version_date: '2019-09-02',
      superseded: true,
      superseded_on: '2026-06-01',
    },
    { number: 3, document_id: 'c', document: 'Annexe <x>.docx', page: 12, section: null, extract: 'Hors sujet.', score: 1 },
  ],
}

export const question: ExportedMessage = { ...message, role: 'user', content: 'Rédigez une **note**\nsur l’école <b>.', sources: [] }

export const context: ExportContext = {
  name: 'Rédacteur de délibérations',
  title: 'Réfection & école',
  project: 'Écoles 2026',
  begun: '2026-11-20T10:00:00.000Z',
  changes: [],
  date: '2026-11-21T08:00:00.000Z',
}
