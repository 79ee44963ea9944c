import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { FailureBanner } from './FailureBanner.tsx'

it('says of a project that is not there for this person that it was deleted, or is no longer shared with them', () => {
  const html = renderToStaticMarkup(<FailureBanner sentence="Refusé." error={new ApiError(404, { code: 'request.not_found', error: 'Introuvable' })} />)
  expect(html).toContain('Refusé.')
  expect(html).toMatch(/n’existe plus, ou ne vous est plus ouvert.*n’est plus partagé avec vous\. Copiez ce que vous voulez garder/)
  expect(html).not.toContain('Introuvable')
})
