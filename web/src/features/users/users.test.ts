import type { User } from '@parvis/contract'
import { describe, expect, it, test } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { actionsFor, passedAssistantsSentence, actionTexts } from './user-actions.ts'
import { describeActionError, describeUserError, UnexpectedAnswer, userMessages } from './user-errors.ts'
import { creationOf, editionOf, emptyUserEntry, emptyUserForm, findUserFormErrors, formOf, invitationSentence, signsInByOidcOnly } from './user-form.ts'
import { beginWalk, pagesFrom, walkTo } from './page-walk.ts'

const user: User = {
  id: '1',
  username: 'nbenali',
  email: 'n.benali@mairie.fr',
  first_name: 'Nadia',
  last_name: 'Benali',
  type_collectivite: 'Commune',
  is_admin: false,
  is_active: true,
  last_login: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  invited_at: null,
  second_factor_at: null,
}

describe('the form of an account', () => {
  it('says that an invitation is sent only where there is a mail server', () => {
    expect(invitationSentence('Son invitation', true)).toBe('Son invitation est envoyée.')
    expect(invitationSentence('L’invitation de Zoé', false)).toBe('L’invitation de Zoé reste sur le serveur\u00a0: aucun serveur de courriel n’est réglé.')
  })

  it('asks for no password where it would open nothing', () => {
    const ways = (local: 'ouverte' | 'administrateurs') => ({ ways_in: { providers: [], local, passkeys: null } })
    expect([signsInByOidcOnly(ways('administrateurs'), false), signsInByOidcOnly(ways('administrateurs'), true)]).toEqual([true, false])
    expect([signsInByOidcOnly(ways('ouverte'), false), signsInByOidcOnly(undefined, false)]).toEqual([false, false])
  })

  it('begins as a user who is active (specification, chapter 9)', () => {
    expect(emptyUserForm).toEqual({ username: '', email: '', first_name: '', last_name: '', is_admin: false, is_active: true })
  })

  it('needs a name and an address, and a password only for a new account without an invitation', () => {
    expect(Object.keys(findUserFormErrors(emptyUserForm, emptyUserEntry, true))).toEqual(['username', 'email', 'password'])
    expect(Object.keys(findUserFormErrors({ ...emptyUserForm, username: ' ', email: ' ' }, emptyUserEntry, false))).toEqual(['username', 'email'])
    expect(findUserFormErrors(formOf(user), { ...emptyUserEntry, invite: true }, true)).toEqual({})
    expect(findUserFormErrors(formOf(user), emptyUserEntry, false)).toEqual({})
  })

  it('refuses five characters, counted as people see them', () => {
    const errorsOf = (password: string) => findUserFormErrors(formOf(user), { ...emptyUserEntry, password }, false)
    expect(errorsOf('abcde').password).toBe('Le mot de passe doit contenir au moins 6 caractères')
    expect(errorsOf('abcdef')).toEqual({})
    expect(errorsOf('🔑🔑🔑').password).toBeDefined()
  })

  it('leaves an empty password out of an edit, and trims all but the password', () => {
    expect(editionOf(formOf(user), emptyUserEntry)).not.toHaveProperty('password')
    expect(editionOf(formOf(user), { ...emptyUserEntry, password: ' secret ' })).toHaveProperty('password', ' secret ')
    const typed = { ...emptyUserForm, username: ' jo ', email: ' jo@x.fr ' }
    expect(creationOf(typed, { ...emptyUserEntry, password: ' abcdef' })).toMatchObject({ username: 'jo', email: 'jo@x.fr', password: ' abcdef' })
    expect(creationOf(typed, { ...emptyUserEntry, password: 'oublié', invite: true })).not.toHaveProperty('password')
  })

  it('sends the proof of one’s own account where it is typed', () => {
    expect(editionOf(formOf(user), { ...emptyUserEntry, current_password: ' mien ', code: '123 456' })).toMatchObject({
      current_password: ' mien ',
      code: '123 456',
    })
    expect(Object.keys(editionOf(formOf(user), emptyUserEntry))).toEqual(Object.keys(formOf(user)))
  })

  it('keeps no password in the tab: what the tab keeps is what the form holds', () => expect(Object.keys(formOf(user))).not.toContain('password'))
})

describe('what can be done to an account', () => {
  it('follows from its state', () => {
    expect(actionsFor(user, false)).toEqual(['deactivate', 'promote', 'sign-out', 'remove'])
    expect(actionsFor({ is_active: false, is_admin: true, second_factor_at: null }, false)).toEqual(['activate', 'demote', 'give-projects', 'remove'])
    const protectedUser = { ...user, second_factor_at: '2026-11-26T10:00:00Z' }
    expect(actionsFor(protectedUser, false)).toContain('second-factor')
  })

  it('leaves one’s own role, status, second factor and deletion to the profile and the form', () => {
    expect(actionsFor({ ...user, is_admin: true, second_factor_at: '2026-11-26T10:00:00Z' }, true)).toEqual(['sign-out'])
  })

  it('says of one assistant as of several what becomes of it', () => {
    expect(passedAssistantsSentence(1)).toBe('1\u00a0assistant que d’autres utilisent passe à l’organisation\u00a0: vous le trouverez dans Gestion Assistants.')
    expect(passedAssistantsSentence(3)).toBe(
      '3\u00a0assistants que d’autres utilisent passent à l’organisation\u00a0: vous les trouverez dans Gestion Assistants.',
    )
  })

  it('names the person, and says when it is oneself', () => {
    expect(actionTexts('remove', user).question).toBe('Supprimer le compte «\u00a0Nadia Benali\u00a0»\u00a0?')
    expect(actionTexts('remove', user).consequence).toContain('irréversible')
    expect(actionTexts('demote', user).consequence).not.toContain('propre compte')
    expect(actionTexts('demote', user, true).consequence).toContain('C’est votre propre compte.')
  })
})

test.each([
  [
    new ApiError(409, { error: 'Il doit rester au moins un administrateur actif.', code: 'users.last_admin' }),
    'Il doit rester au moins un administrateur actif. (code\u00a0409)',
  ],
  [new ApiError(502), 'Une erreur est survenue (code\u00a0502)'],
  [new ApiError(0), 'Impossible de contacter le serveur... Vérifiez votre connexion, puis réessayez.'],
  [new UnexpectedAnswer(), 'Format de réponse inattendu'],
  [new SyntaxError('JSON'), 'Format de réponse inattendu'],
  [new Error('x'), 'Une erreur est survenue'],
])('%s is told as %s', (error, sentence) => expect(describeUserError(error)).toBe(sentence))

it.each([
  ['status', 'Erreur lors de la modification du statut'],
  ['role', 'Erreur lors de la modification du rôle'],
  ['password', 'Erreur lors de la réinitialisation du mot de passe'],
  ['removal', 'Erreur lors de la suppression'],
] as const)('says which action failed, then why: %s', (action, sentence) => {
  const error = new ApiError(409, { error: 'Il doit rester au moins un administrateur actif.', code: 'users.last_admin' })
  expect(describeActionError(userMessages[action])(error)).toBe(`${sentence}. Il doit rester au moins un administrateur actif. (code\u00a0409)`)
})

describe('going through the list', () => {
  const first = beginWalk('')

  it('goes on where the page in sight ends, and back by the same places', () => {
    const second = walkTo(first, 1, 2, 'b')
    const third = walkTo(second, 2, 3, 'c')
    expect([second.cursors[2], third.cursors[3]]).toEqual(['b', 'c'])
    expect(walkTo(third, 3, 2, 'd').cursors).toEqual({ 2: 'b', 3: 'c' })
  })

  it('jumps by number, and does not trust the end of a page that is not there yet', () => {
    expect(walkTo(first, 1, 7, 'b')).toEqual({ listKey: '', cursors: {} })
    expect(walkTo(first, 1, 2, null).cursors).toEqual({})
  })

  it('ends on the last page, whatever was counted before', () => {
    expect(pagesFrom(3, 5, null)).toBe(3)
    expect(pagesFrom(3, 3, 'c')).toBe(4)
    expect(pagesFrom(1, 12, 'a')).toBe(12)
  })
})
