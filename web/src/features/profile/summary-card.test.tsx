import type { CurrentUser } from '@parvis/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SummaryCard } from './SummaryCard.tsx'

const user: CurrentUser = {
  id: 'u',
  username: 'cmoreau',
  email: 'c.moreau@ville.example',
  first_name: '',
  last_name: '',
  type_collectivite: 'Commune',
  is_admin: true,
  is_active: true,
  last_login: null,
  previous_login: null,
  must_change_password: false,
  password_weak: false,
  password_weakness: null,
  enter_sends: false,
  has_password: true,
  second_factor_at: null,
  must_set_second_factor: false,
}
const words = (changes: Partial<CurrentUser> = {}) => renderToStaticMarkup(<SummaryCard user={{ ...user, ...changes }} />).replace(/<[^>]*>/g, ' ')

it('says name or username, address, role, and the login before this one or « Jamais »', () => {
  for (const word of ['cmoreau', 'c.moreau@ville.example', 'Administrateur', 'Dernière connexion', 'Jamais']) expect(words()).toContain(word)
  const other = words({
    first_name: 'Claire',
    last_name: 'Moreau',
    is_admin: false,
    last_login: '2026-03-09T10:00:00Z',
    previous_login: '2026-03-07T10:00:00Z',
  })
  expect(other).toMatch(/Claire Moreau.*Utilisateur.*07\/03\/2026/)
  expect(other).not.toMatch(/Jamais|09\/03/)
})
