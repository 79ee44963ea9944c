import { routes } from '@parvis/contract'
import { beforeEach, expect, it } from 'vitest'
import { housekeeping } from '../../../housekeeping.ts'
import { todayInParis } from '../../../platform/paris.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'
import type { TestUser } from '../../../testing/test-users.ts'
import { fileForm, uploadPrivate } from '../documents.fixture.ts'
import { mailDueReviews } from './mail-reviews.ts'

const { documents } = routes
const app = openTestApp()
const { ana, bruno, admin } = people(app, { ana: { first_name: 'Ana' }, bruno: {}, admin: { is_admin: true } })
beforeEach(() => void app.mails.splice(0))

const dayIn = (days: number): string => todayInParis({ now: () => new Date(app.now().getTime() + days * 86_400_000) })
const add = async (user: TestUser, name: string, review_by: string) =>
  (await app.call(documents.upload, { token: user.token, form: fileForm(name, 'Une règle.', { review_by }) })).body.document.id
const mailed = () => app.mails.map(({ to, subject, text }) => [to, subject, [...text.matchAll(/^- (.*)$/gm)].length])

/** Puts the review of documents on a day, as the passing of days would. */
const reviewOn = (ids: string[], review_by: string) => app.db.updateTable('document').set({ review_by }).where('id', 'in', ids).execute()

it('the uploader is told once for each date, in one mail, when the day comes', async () => {
  const ids = [await add(ana, 'un.txt', dayIn(1)), await add(ana, 'deux.txt', dayIn(1))]
  await mailDueReviews(app.context)
  expect(mailed()).toEqual([])
  await reviewOn(ids, dayIn(0))
  await Promise.all([1, 2, 3].map(() => mailDueReviews(app.context)))
  expect(mailed()).toEqual([[ana.email, '2 documents à relire', 2]])
  expect(app.mails[0]!.text).toMatch(/^Bonjour Ana,\n\n.*«\u00a0un\.txt\u00a0», à relire le /s)
  await app.call(documents.update, { token: ana.token, params: { id: ids[0]! }, body: { review_by: dayIn(365) } })
  await mailDueReviews(app.context)
  expect(app.mails).toHaveLength(1)
  await reviewOn(ids.slice(0, 1), dayIn(-1))
  await housekeeping(app.context, app.database)()
  expect(mailed()).toEqual([
    [ana.email, '2 documents à relire', 2],
    [ana.email, 'Un document à relire', 1],
  ])
})

it('a mail that fails is sent in the next round', async () => {
  await add(ana, 'panne.txt', dayIn(0))
  const { send } = app.context.mailer
  app.context.mailer.send = async () => Promise.reject(new Error('refused'))
  await mailDueReviews(app.context)
  app.context.mailer.send = send
  expect(app.mails).toEqual([])
  await mailDueReviews(app.context)
  expect(mailed()).toEqual([[ana.email, 'Un document à relire', 1]])
})

it('administrators are told of the library documents of an inactive account, and nobody of its private ones', async () => {
  await add(bruno, 'ancien.txt', dayIn(0))
  const own = await uploadPrivate(app, bruno, 'à moi.txt', 'Une note.')
  await app.call(documents.update, { token: bruno.token, params: { id: own }, body: { review_by: dayIn(0) } })
  await app.call(routes.users.update, { token: admin.token, params: { id: bruno.id }, body: { is_active: false } as never })
  app.mails.splice(0)
  await mailDueReviews(app.context)
  expect(mailed()).toEqual([[admin.email, 'Un document à relire', 1]])
  expect(app.mails[0]!.text).toContain('ancien.txt')
})
