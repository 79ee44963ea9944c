import { expect, test } from 'vitest'
import type { ProviderClient } from './clients.ts'
import { readClaims, type IdentityClaims } from './claims.ts'

const provider = {
  id: 'agglo',
  trusted_email: 'verified',
  groups_claim: ['groups'],
  admin: { claim: ['roles'], value: 'parvis-admin' },
}

/** Reads claims given in userinfo. */
async function read(claims: Record<string, unknown>, id_claims: Record<string, unknown> = {}): Promise<IdentityClaims> {
  const client = { provider } as unknown as ProviderClient
  const received = { id_token: '', id_claims: { iss: 'https://agglo.example', sub: 's7', ...id_claims }, userinfo: claims, access_token: '' }
  return (await readClaims(client, received))!
}

test.each<[unknown, boolean]>([
  [true, true],
  ['true', true],
  [' TRUE ', true],
  ['1', true],
  [1, true],
  [['true'], true],
  [false, false],
  ['false', false],
  ['False', false],
  ['0', false],
  [0, false],
  ['oui', false],
  [2, false],
  [{}, false],
  [null, false],
  [[], false],
  [[true, false], false],
])('reads email_verified %j as %j', async (email_verified, owns_email) => {
  expect(await read({ email: 'paul@ville.example', email_verified })).toMatchObject({ owns_email })
})

test.each<[unknown, string[] | null]>([
  [['Voirie', null], ['Voirie']],
  [
    ['', 'Voirie', 12, { name: 'Sports' }, ' État civil '],
    ['Voirie', 'État civil'],
  ],
  [
    [['Voirie', 'Sports'], 'Paie'],
    ['Voirie', 'Sports', 'Paie'],
  ],
  ['Voirie', ['Voirie']],
  ['Voirie,Sports;Paie', ['Voirie', 'Sports', 'Paie']],
  ['Sports, culture et jeunesse', ['Sports, culture et jeunesse']],
  ['CN=Voirie,OU=Groupes,DC=ville', ['CN=Voirie,OU=Groupes,DC=ville']],
  ['["Voirie","Sports"]', ['Voirie', 'Sports']],
  ['[Pôle A] Voirie', ['[Pôle A] Voirie']],
  [[], []],
  ['', []],
  [[null, ''], []],
  [['Voirie', 'a\0b', '\ud800'], ['Voirie']],
  [null, null],
  [7, null],
  [[1, 2], null],
  [[{}], null],
  [{ Voirie: true }, null],
])('reads groups %j as %j', async (groups, expected) => {
  expect((await read({ groups })).groups).toEqual(expected)
})

test('reads texts that come as lists, with spaces or in upper case', async () => {
  const odd = { email: [' Paul.MARTIN@Ville.Example '], given_name: ['Paul'], family_name: ' Martin \n Durand ', siret: 21_440_109_300_015 }
  expect(await read(odd)).toMatchObject({ email: 'paul.martin@ville.example', first_name: 'Paul', last_name: 'Martin Durand', siret: '21440109300015' })
  expect(await read({ email: 7, given_name: { a: 1 }, siret: ['214 401 093 00015'] }, { email: 'paul@ville.example' })).toMatchObject({
    email: 'paul@ville.example',
    first_name: '',
    siret: '21440109300015',
  })
  expect(await read({ given_name: 'a\0b', family_name: `${'x'.repeat(199)}😀` })).toMatchObject({ first_name: '', last_name: 'x'.repeat(199) })
})

test('reads an address without its invisible characters', async () => {
  expect(await read({ email: 'vic\u00adtime@ville.example\u200b' })).toMatchObject({ email: 'victime@ville.example' })
})

test('reads an administrator in a list with an odd element, and says nothing where nothing is readable', async () => {
  expect(await read({ roles: [null, 'parvis-admin'] })).toMatchObject({ is_admin: true })
  expect(await read({ roles: ['agent', 3] })).toMatchObject({ is_admin: false })
  expect(await read({ roles: { admin: true } })).toMatchObject({ is_admin: null })
})
