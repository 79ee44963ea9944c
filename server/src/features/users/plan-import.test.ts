import type { ImportedRow } from '@parvis/contract'
import { describe, expect, it, test } from 'vitest'
import { keysOf, planImport } from './plan-import.ts'

const row = (line: number, email: string, fields: Partial<ImportedRow> = {}): ImportedRow => ({
  line,
  email,
  username: '',
  first_name: '',
  last_name: '',
  teams: '',
  ...fields,
})
const held = (usernames: string[] = [], emails: string[] = []) => ({
  usernames: new Set(usernames),
  emails: new Map(emails.map((email) => [email, new Set<string>()])),
  teams: new Map(),
})
const brief = (rows: ImportedRow[], accounts = held()) =>
  planImport(rows, accounts).map(({ line, status, username, reason }) => [line, status, status === 'created' ? username : reason])

describe('each row is judged by itself', () => {
  test.each([
    ['no address', row(2, ''), 'L’adresse e-mail est obligatoire'],
    ['a broken address', row(2, 'nadia.mairie.fr'), 'Cette adresse e-mail n’est pas valable'],
    ['an endless address', row(2, `${'a'.repeat(300)}@x.fr`), 'Cette adresse e-mail est trop longue'],
    ['an address that cannot be kept', row(2, 'a\0b@x.fr'), 'Ce texte contient des caractères illisibles'],
    ['an endless name', row(2, 'a@x.fr', { last_name: 'x'.repeat(201) }), 'Nom\u00a0: 200 caractères au plus'],
    ['a first name that cannot be kept', row(2, 'a@x.fr', { first_name: 'a\0' }), 'Prénom\u00a0: Ce texte contient des caractères illisibles'],
    ['a user name of other signs', row(2, 'a@x.fr', { username: 'a b' }), 'Nom d’utilisateur\u00a0: Lettres, chiffres, points, tirets et soulignés seulement'],
    [
      'the address of somebody else as a user name',
      row(2, 'a@x.fr', { username: 'b@x.fr' }),
      'Un nom d’utilisateur qui contient «\u00a0@\u00a0» doit être l’adresse e-mail du compte',
    ],
  ])('%s', (_, given, reason) =>
    expect(brief([given, row(3, 'bon@x.fr')])).toEqual([
      [2, 'refused', reason],
      [3, 'created', 'bon'],
    ]),
  )

  it('whose address has an account changes nothing, whatever else it says', () => {
    expect(brief([row(2, ' Nadia@X.fr ', { username: 'autre', last_name: 'x'.repeat(300) })], held(['nadia'], ['nadia@x.fr']))).toEqual([[2, 'existing', null]])
  })

  it('whose user name is another account’s is refused', () => {
    expect(brief([row(2, 'n@x.fr', { username: 'NADIA' })], held(['nadia'], ['nadia@x.fr']))).toEqual([
      [2, 'refused', 'Le nom d’utilisateur «\u00a0NADIA\u00a0» est celui d’un autre compte'],
    ])
  })
})

describe('rows of one file', () => {
  it('with the same address or the same name make one account; the number of the first is said', () => {
    const rows = [row(2, 'n@x.fr'), row(5, 'N@X.FR'), row(7, 'm@x.fr', { username: 'M' }), row(8, 'o@x.fr', { username: 'm' }), row(9, 'faux'), row(11, 'faux')]
    expect(brief(rows)).toEqual([
      [2, 'created', 'n'],
      [5, 'refused', 'Même adresse e-mail que la ligne 2'],
      [7, 'created', 'M'],
      [8, 'refused', 'Même nom d’utilisateur que la ligne 7'],
      [9, 'refused', 'Cette adresse e-mail n’est pas valable'],
      [11, 'refused', 'Cette adresse e-mail n’est pas valable'],
    ])
  })

  it('a row that is refused takes nothing from the next', () => {
    expect(brief([row(2, 'n@x.fr', { first_name: 'x'.repeat(201) }), row(3, 'n@x.fr')])[1]).toEqual([3, 'created', 'n'])
  })
})

describe('a name that is not given', () => {
  it('is what stands before the @, without signs that a name may not have; the address when that is taken', () => {
    const rows = [row(2, 'jean.martin@ville.fr'), row(3, 'jean.martin@agglo.fr'), row(4, 'nadia+rh@ville.fr'), row(5, 'ève@ville.fr')]
    expect(brief(rows).map(([, , name]) => name)).toEqual(['jean.martin', 'jean.martin@agglo.fr', 'nadia.rh', 'ève'])
  })

  it('is never the one that the file gives to somebody else, above or below', () => {
    const [made, given] = [row(2, 'dupont@a.fr'), row(3, 'd@b.fr', { username: ' Dupont' })]
    expect(brief([made, given]).map(([, , name]) => name)).toEqual(['dupont@a.fr', 'Dupont'])
    expect(brief([given, made]).map(([, , name]) => name)).toEqual(['Dupont', 'dupont@a.fr'])
  })

  it('and cannot be made of the address is asked for', () => {
    const [only] = brief([row(2, 'a+b@x.fr')], held(['a.b']))
    expect(only).toEqual([2, 'refused', expect.stringContaining('donnez-en un dans une colonne «\u00a0Nom d’utilisateur\u00a0»')])
  })
})

it('the keys are those by which a row may meet an account, and that a database can hold', () => {
  expect(keysOf([row(2, 'N@x.fr'), row(3, '', { username: 'Zoé' }), row(4, 'a\0@x.fr'), row(5, '\ud800@x.fr')]).sort()).toEqual(
    ['n', 'n@x.fr', 'zoé', 'a.', '.'].sort(),
  )
})
