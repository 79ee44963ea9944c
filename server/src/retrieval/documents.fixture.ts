import type { CutRequest } from '@parvis/french-search'

/** Makes a document with one passage per text, because each text begins with a heading. */
export const document = (id: string, title: string, ...texts: string[]): { document_id: string } & CutRequest => ({
  document_id: id,
  title,
  format: 'md',
  pages: texts.map((text, nth) => ({
    page: nth + 1,
    label: null,
    ocr: false,
    blocks: [
      { kind: 'heading', level: 1, text: 'Chapitre 1' },
      { kind: 'paragraph', text },
    ],
  })),
})
