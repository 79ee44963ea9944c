import { routes } from '@parvis/contract'
import { odtFile } from '@parvis/office-writing/letterhead-fixtures'
import { publicRule } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule } from '../../testing/matrix/matrix-types.ts'
import { fileForm } from '../documents/documents.fixture.ts'

const { letterheads } = routes

/** Access rules of these routes, for the authorization matrix. */
export const rules: AccessRule[] = [
  publicRule(letterheads.list),
  { route: letterheads.upload, on: '', make: () => ({ form: letterheadForm() }) },
  {
    route: letterheads.file,
    on: '',
    make: async ({ app, people }) => {
      await app.call(letterheads.upload, { form: letterheadForm(), token: people.admin.token })
      return { params: { id: 'odt' } }
    },
  },
  publicRule(letterheads.remove, { params: { id: 'docx' } }),
]

const letterheadForm = () => fileForm('papier.odt', new Uint8Array(odtFile()))
