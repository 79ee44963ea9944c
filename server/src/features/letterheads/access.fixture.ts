import { routes } from '@parvis/contract'
import { odtFile } from '@parvis/office-writing/letterhead-fixtures'
import { open } from '../../testing/matrix/matrix-rule.ts'
import type { Rule } from '../../testing/matrix/matrix-rule.ts'

const { letterheads } = routes

/** Who may make each of these calls, for the matrix. */
export const rules: Rule[] = [
  open(letterheads.list),
  { route: letterheads.upload, on: '', make: () => ({ form: letterheadForm() }) },
  {
    route: letterheads.file,
    on: '',
    make: async ({ app, people }) => {
      await app.call(letterheads.upload, { form: letterheadForm(), token: people.admin.token })
      return { params: { id: 'odt' } }
    },
  },
  open(letterheads.remove, { params: { id: 'docx' } }),
]

function letterheadForm(): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(odtFile())]), 'papier.odt')
  return form
}
