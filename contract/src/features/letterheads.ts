import * as z from 'zod/mini'
import { expectedUpdate, instant, messageAnswer } from '../common.ts'
import { route } from '../route.ts'

/** Document formats that have a letterhead. The format is also the letterhead's id. */
export const letterheadFormats = ['docx', 'odt'] as const

const letterheadFormat = z.enum(letterheadFormats, 'Format attendu : docx ou odt')
export type LetterheadFormat = z.infer<typeof letterheadFormat>

export const letterhead = z.object({
  id: letterheadFormat,
  filename: z.string(),
  uploaded_at: z.string(),
})
export type Letterhead = z.infer<typeof letterhead>

const params = z.object({ id: letterheadFormat })

export const letterheads = {
  list: route({
    method: 'GET',
    path: '/letterheads',
    access: 'user',
    summary: 'Les papiers à en-tête déposés ; un format absent garde celui du produit.',
    answer: z.object({ letterheads: z.array(letterhead) }),
  }),
  file: route({
    method: 'GET',
    path: '/letterheads/:id/file',
    access: 'user',
    kind: 'file',
    summary: 'Le papier à en-tête d’un format, tel que les exports l’emploient.',
    params,
  }),
  upload: route({
    method: 'POST',
    path: '/letterheads',
    access: 'admin',
    status: 201,
    multipart: { part: 'file' },
    summary:
      'Dépose un papier à en-tête (partie `file`, .docx ou .odt) ; il remplace celui de son format. Avec `uploaded_at`, le dépôt de celui que l’on voit (`none` : aucun), à moins qu’un autre n’ait été déposé depuis.',
    body: z.object({ uploaded_at: z.optional(z.union([z.literal('none'), instant], 'Date attendue')) }),
    answer: z.object({ message: z.string(), letterhead }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/letterheads/:id',
    access: 'admin',
    summary: 'Revient au papier à en-tête du produit ; avec `uploaded_at`, à moins qu’un autre n’ait été déposé depuis celui-là.',
    params,
    query: z.object({ uploaded_at: expectedUpdate }),
    answer: messageAnswer,
  }),
}
