import { announcementRules, findBlankTexts, findTextErrors, holdRules, limits, personalPromptRules, routes, teamRules, userRules } from '@parvis/contract'
import { expect, it } from 'vitest'

const checkPrompt = (values: { name: string; content: string }) => findTextErrors(values, personalPromptRules)

it('a name and a text, neither blank nor too long', () => {
  expect(checkPrompt({ name: ' Note ', content: ' Rédigez\n' })).toEqual({})
  expect(checkPrompt({ name: ' ', content: '\n' })).toEqual({ name: 'Donnez un nom à ce prompt', content: 'Écrivez le texte de ce prompt' })
  expect(Object.keys(checkPrompt({ name: 'a'.repeat(limits.name), content: 'a'.repeat(limits.promptContent) }))).toEqual([])
  expect(Object.keys(checkPrompt({ name: 'a'.repeat(limits.name + 1), content: 'a'.repeat(limits.promptContent + 1) }))).toEqual(['name', 'content'])
})

it('refuses with the sentences of the contract', () => {
  for (const values of [
    { name: ' ', content: '\n' },
    { name: 'a'.repeat(1_000), content: 'b'.repeat(2_000_000) },
  ]) {
    const { error } = routes.personalPrompts.create.body.safeParse(values)
    expect(checkPrompt(values)).toEqual(Object.fromEntries(error!.issues.map(({ path, message }) => [path[0], message])))
  }
})

/** Returns the first sentence of the route for each refused field. */
function sentencesOf(body: { safeParse: (values: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined } }, values: object) {
  const issues = body.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}

it('finds the required texts that are blank, and leaves the lengths to the server', () => {
  const blank = { username: ' ', email: '' }
  const found = findBlankTexts(blank, userRules)
  expect(found).toEqual({ username: userRules.username.required, email: userRules.email.required })
  expect(sentencesOf(routes.users.create.body, { ...blank, first_name: '', last_name: '', password: 'Genêt-82-Torrent' })).toMatchObject(found)
  expect(findBlankTexts({ username: 'a'.repeat(limits.username + 1), email: 'a' }, userRules)).toEqual({})
})

it('shares the sentence of a blank text with the route', () => {
  expect(sentencesOf(routes.teams.create.body, { name: ' ' })).toEqual(findTextErrors({ name: ' ' }, teamRules))
  expect(sentencesOf(routes.announcements.publish.body, { text: '\n' })).toEqual(findBlankTexts({ text: '\n' }, announcementRules))
  expect(sentencesOf(routes.retention.hold.body, { user_id: null, reason: ' ' })).toEqual(findBlankTexts({ reason: ' ' }, holdRules))
})
