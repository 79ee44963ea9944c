import { routes } from '@parvis/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openChatBench } from '../../testing/chat-bench.ts'
import { XSS_ANSWER } from '../../testing/fakes/fault-model-answers.ts'
import { people } from '../../testing/open-test-app.ts'
import { testEngine } from '../../testing/databases/database.ts'
import { textOf } from '../../testing/reply-client.ts'

const bench = openChatBench()
const { ana, bea } = people(bench.app, { ana: {}, bea: {} })

describe('refusals', () => {
  it('refuses a stream without a session', async () => {
    const answer = await bench.app.call(routes.chat.stream, { body: { messageHistory: [{ role: 'user', content: 'bonjour' }] } })
    expect(answer.status).toBe(401)
    expect(answer.error.code).toBe('auth.missing')
  })

  it.each([
    [{ messageHistory: [{ role: 'robot', content: 'x' }] }, 422],
    [{ messageHistory: [{ role: 'system', content: 'seul' }] }, 422],
    [{ messageHistory: Array.from({ length: 1_001 }, () => ({ role: 'user', content: 'x' })) }, 422],
    [{ messageHistory: 'bonjour' }, 422],
    [{}, 422],
  ])('refuses %j with %i and calls no model', async (body, status) => {
    const before = bench.model.requests.length
    const answer = await bench.app.call(routes.chat.stream, { body: body as never, token: ana.token })
    expect(answer.status).toBe(status)
    expect(bench.model.requests).toHaveLength(before)
  })

  it('ACC-03 ACC-04 ACC-06 hides another person’s conversation, project and running reply', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, 'mode:lent:400 secret')
    await reply.until((events) => events.length > 2)
    for (const answer of [
      await bench.send(bea, id, 'bonjour'),
      await bench.send(bea, id, '', { action: 'continue' }),
      await bench.resume(bea, reply.stream_id),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.events).toEqual([])
    }
    expect((await bench.app.call(routes.chat.stop, { params: { stream_id: reply.stream_id }, token: bea.token })).status).toBe(404)
    expect((await bench.app.call(routes.conversations.addMessage, { params: { id }, token: bea.token, body: { role: 'user', content: 'x' } })).status).toBe(404)
    const project = (await bench.app.call(routes.projects.create, { token: ana.token, body: { name: 'Voie verte' } })).body
    expect((await bench.app.call(routes.conversations.findOrCreate, { token: bea.token, body: { project_id: project.id } })).status).toBe(404)
    await bench.app.call(routes.chat.stop, { params: { stream_id: reply.stream_id }, token: ana.token })
    expect((await bench.settled(ana, id)).finish_reason).toBe('stopped')
    expect(await bench.messages(ana, id)).toHaveLength(2)
  })
})

describe('a stored reply', () => {
  it('is the same as plain text, as events, in the database and when read again', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, 'Rédigez une note', { client_message_id: 'c1' })
    expect(await reply.ended).toEqual({ cut: false })
    const ids = reply.events.map((event) => event.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    const kept = await bench.messages(ana, id)
    expect(kept.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
    expect(kept[1]!.content).toBe(reply.text())
    const again = await bench.resume(ana, reply.stream_id)
    await again.ended
    expect(again.text()).toBe(reply.text())
    const id2 = await bench.newConversation(ana)
    const plain = await bench.app.call(routes.chat.stream, {
      token: ana.token,
      body: { conversation_id: id2, messageHistory: [{ role: 'user', content: 'Rédigez une note' }] },
    })
    expect(plain.text).toBe(reply.text())
    expect(plain.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(plain.headers['x-stream-id']).toBe((await bench.messages(ana, id2))[1]!.id)
  })

  it.runIf(testEngine() === 'embedded')('is begun and ended by prepared statements', async () => {
    const id = await bench.newConversation(ana)
    await bench.ask(ana, id, 'Rédigez une note')
    await bench.settled(ana, id)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(bench.app.context.db)
    const kept = (part: string) => rows.filter(({ statement }) => statement.includes(part)).length
    expect([kept('), answered as ('), kept('), ended as (')]).toEqual([1, 1])
  })

  it('REL-01 REL-02 goes on without its reader, who resumes at any event without a gap or a repeat', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, 'mode:lent:25')
    await reply.until((events) => events.length >= 4)
    reply.leave()
    await reply.ended
    let events = [...reply.events]
    for (let cut = 0; cut < 3; cut += 1) {
      const back = await bench.resume(ana, reply.stream_id, events.at(-1)!.id)
      await back.until((received) => received.length >= 3)
      back.leave()
      await back.ended
      events = [...events, ...back.events]
    }
    const last = await bench.resume(ana, reply.stream_id, events.at(-1)!.id)
    expect(await last.ended).toEqual({ cut: false })
    const message = await bench.settled(ana, id)
    expect(textOf([...events, ...last.events])).toBe(message.content)
    expect(message.status).toBe('complete')
    // The message names the model that wrote it.
    expect(message).toMatchObject({ model: expect.stringMatching(/./) })
    expect(message.is_fallback).toBeUndefined()
    const whole = await bench.resume(ana, reply.stream_id, 0)
    await whole.ended
    for (const place of [1, 7, 20]) {
      const part = await bench.resume(ana, reply.stream_id, place)
      await part.ended
      expect(part.text()).toBe(whole.text().slice(place))
    }
  })

  it('REL-06 stop ends an endless exchange with the model, and keeps what came', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, 'mode:sans-fin:10')
    await reply.until((events) => events.length > 2)
    expect((await bench.app.call(routes.chat.stop, { params: { stream_id: reply.stream_id }, token: ana.token })).status).toBe(200)
    const { closed } = bench.model.requests.at(-1)!
    expect((await closed).byClient).toBe(true)
    await reply.ended
    expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue', finish_reason: 'stopped' })
    const last = await bench.settled(ana, id)
    expect(last).toMatchObject({ status: 'interrompue', finish_reason: 'stopped', content: reply.text() })
  })

  it('a stop after the end says so, also once the process has forgotten the reply', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.send(ana, id, 'mode:sans-fin:10')
    await reply.until((events) => events.length > 2)
    const stop = async () => (await bench.app.call(routes.chat.stop, { params: { stream_id: reply.stream_id }, token: ana.token })).body.message
    expect(await stop()).toBe('Réponse arrêtée')
    await reply.ended
    await bench.settled(ana, id)
    expect(await stop()).toBe('Cette réponse était déjà terminée')
    const kept = await bench.app.db
      .insertInto('message')
      .values({ conversation_id: id, role: 'assistant', content: 'Ancienne réponse' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await bench.app.call(routes.chat.stop, { params: { stream_id: kept.id }, token: ana.token })
    expect(body.message).toBe('Cette réponse était déjà terminée')
  })

  it('REL-13 REL-14 REL-15 sends once whatever is repeated, and one at a time', async () => {
    const id = await bench.newConversation(ana)
    const before = bench.model.requests.length
    const replies = await Promise.all(Array.from({ length: 5 }, () => bench.send(ana, id, 'Une seule fois mode:lent:20', { client_message_id: 'même' })))
    await Promise.all(replies.map((reply) => reply.ended))
    expect(replies.every((reply) => reply.status === 200 || reply.status === 409)).toBe(true)
    expect(await bench.messages(ana, id)).toHaveLength(2)
    expect(bench.model.requests).toHaveLength(before + 1)
    const retry = await bench.ask(ana, id, 'Une seule fois', { client_message_id: 'même' })
    expect(retry.text()).toBe((await bench.messages(ana, id))[1]!.content)

    const first = await bench.send(ana, id, 'mode:lent:30')
    const second = await bench.send(ana, id, 'Et encore')
    expect(second.status).toBe(409)
    await first.ended
    expect((await bench.messages(ana, id)).map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  })

  it('REL-13 a question sent again gives the current answer, even if it was continued or regenerated meanwhile', async () => {
    const tom = await bench.app.createUser()
    const id = await bench.newConversation(tom)
    const again = async () => (await bench.ask(tom, id, 'Rédigez une note', { client_message_id: 'redite' })).text()
    bench.model.next('coupure:5')
    const cut = await again()
    expect((await bench.settled(tom, id)).finish_reason).toBe('cut')
    const whole = (await bench.ask(tom, id, '', { action: 'continue' })).text()
    expect(whole.length).toBeGreaterThan(cut.length)
    expect(await again()).toBe(whole)
    bench.model.next('xss')
    const other = (await bench.ask(tom, id, '', { action: 'regenerate' })).text()
    expect(other).toBe(XSS_ANSWER)
    expect(await again()).toBe(other)
    const { versions } = (await bench.messages(tom, id))[1]!
    const shown = await bench.app.call(routes.conversations.showVersion, { params: { id, message_id: versions![0]! }, token: tom.token })
    expect(shown.status).toBe(200)
    expect(await again()).toBe(whole)
  })

  it('AUT-13 ends within five seconds when its owner is disabled, and at once when its conversation is deleted', async () => {
    const tom = await bench.app.createUser()
    const id = await bench.newConversation(tom)
    const reply = await bench.send(tom, id, 'mode:sans-fin:10')
    await reply.until((events) => events.length > 2)
    await bench.app.db.updateTable('app_user').set({ is_active: false }).where('id', '=', tom.id).execute()
    await reply.ended
    expect(reply.events.at(-1)).toMatchObject({ type: 'done', status: 'interrompue' })
    const other = await bench.newConversation(ana)
    const deleted = await bench.send(ana, other, 'mode:sans-fin:10')
    await deleted.until((events) => events.length > 2)
    expect((await bench.app.call(routes.conversations.remove, { params: { id: other }, token: ana.token })).status).toBe(200)
    expect(await deleted.ended).toEqual({ cut: false })
    expect((await bench.model.requests.at(-1)!.closed).byClient).toBe(true)
    expect((await bench.resume(ana, other)).status).toBe(404)
  })
})
