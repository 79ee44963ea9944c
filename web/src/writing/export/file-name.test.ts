import { expect, it } from 'vitest'
import { exportFileName } from './file-name.ts'

it.each([
  ['Délibération n° 12/2026 : « tarifs »', 'Délibération n° 12 2026 « tarifs ».docx'],
  ['../../etc\u0000', 'etc.docx'],
  ['???', 'Document.docx'],
])('names the file of « %s »', (title, name) => {
  expect(exportFileName(title, 'docx')).toBe(name)
})
