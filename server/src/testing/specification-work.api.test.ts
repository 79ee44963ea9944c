import { beforeAll, describe, expect, test } from 'vitest'
import { openChatBench } from './chat-bench.ts'
import { outsideClient, type OutsideClient } from './fakes/outside-client.ts'

// The calls of the specification's chapter 7 and the fields of its chapter 3, to the letter, by a client independent of the contract.
const bench = openChatBench({ config: { chat: { maxRunning: 50, maxPerMinute: 10_000 } } })
let agent: OutsideClient
let admin: OutsideClient
beforeAll(async () => {
  agent = outsideClient(bench.url, (await bench.app.createUser()).token)
  admin = outsideClient(bench.url, (await bench.app.createUser({ is_admin: true })).token)
  await admin.send('POST', '/administration/assistant-categories', { name: 'Vie municipale', icon: 'Users' })
})

const fieldsOf = (value: object) => Object.keys(value)
const having = (...names: string[]) => expect.arrayContaining(names)

const newAssistant = async () => {
  const categories = (await agent.send('GET', '/assistants/categories')).json
  const form = { name: 'Notes de synthèse', description: 'Rédige des notes.', prompt_content: 'Tu rédiges des notes.', icon: 'FileText', is_active: true }
  return (await admin.send('POST', '/assistants', { ...form, category_id: categories[0].id })).json
}

describe('assistants', () => {
  test('categories, catalogue, administration, uses', async () => {
    const categories = (await agent.send('GET', '/assistants/categories')).json
    expect(fieldsOf(categories[0])).toEqual(having('id', 'name', 'icon'))
    const form = { name: 'Délibérations', description: 'Rédige des délibérations.', prompt_content: 'Tu rédiges.', category_id: categories[0].id }
    const created = await admin.send('POST', '/assistants', { ...form, icon: 'FileText', is_active: true })
    expect(created.status).toBe(201)
    const fields = ['id', 'name', 'description', 'prompt_content', 'category_id', 'category', 'icon', 'is_active', 'usage_count']
    expect(fieldsOf(created.json)).toEqual(having(...fields))
    expect(created.json.category).toMatchObject({ name: categories[0].name, icon: categories[0].icon })
    const { id } = created.json

    expect((await agent.send('POST', `/assistants/${id}/increment-usage`)).status).toBe(200)
    const read = await agent.send('GET', `/assistants/${id}`)
    expect(read.json).toMatchObject({ id, name: 'Délibérations', description: 'Rédige des délibérations.', prompt_content: 'Tu rédiges.', usage_count: 1 })
    const names = (answer: { json: { name: string }[] }) => answer.json.map(({ name }) => name)
    expect(names(await agent.send('GET', '/assistants?is_active=1'))).toContain('Délibérations')
    expect((await admin.send('PUT', `/assistants/${id}`, { is_active: false })).json.is_active).toBe(false)
    expect(names(await agent.send('GET', '/assistants?is_active=1'))).not.toContain('Délibérations')
    expect(names(await admin.send('GET', '/assistants'))).toContain('Délibérations')
    expect((await admin.send('DELETE', `/assistants/${id}`)).json).toEqual({ message: expect.any(String) })
    expect((await admin.send('GET', `/assistants/${id}`)).status).toBe(404)
  })
})

describe('prompts', () => {
  test('created and updated by one call, listed, removed; refused to who is no administrator', async () => {
    const created = await admin.send('POST', '/prompts', { name: 'Courrier', content: 'Tu écris un courrier.' })
    expect([created.status, fieldsOf(created.json)]).toEqual([201, having('id', 'name', 'content')])
    const { id } = created.json
    await admin.send('POST', '/prompts', { id, name: 'Courrier', content: 'Tu écris un courrier poli.' })
    const list = (await agent.send('GET', '/prompts')).json
    expect(list.filter((prompt: { name: string }) => prompt.name === 'Courrier')).toEqual([
      expect.objectContaining({ id, content: 'Tu écris un courrier poli.' }),
    ])
    for (const [refused, action] of [
      [await agent.send('POST', '/prompts', { name: 'X', content: 'Y' }), 'cette action'],
      [await agent.send('DELETE', `/prompts/${id}`), 'supprimer ce prompt'],
    ] as const) {
      expect([refused.status, refused.json.error]).toEqual([403, `Vous n'avez pas les droits d'administrateur nécessaires pour ${action}.`])
    }
    expect((await admin.send('DELETE', `/prompts/${id}`)).json).toEqual({ message: expect.any(String) })
  })
})

describe('projects', () => {
  test('created, listed, read, changed whole or by the status alone, removed', async () => {
    const form = { name: 'École', description: 'Rénovation', content: 'Deux classes.', status: 'valid' }
    const created = await agent.send('POST', '/projects', form)
    expect([created.status, created.json]).toEqual([201, expect.objectContaining(form)])
    expect(fieldsOf(created.json)).toEqual(having('id', 'created_at', 'updated_at'))
    const { id } = created.json
    expect((await agent.send('GET', '/projects')).json).toEqual([expect.objectContaining({ id })])
    expect((await agent.send('PUT', `/projects/${id}`, { status: 'archived' })).json).toMatchObject({ ...form, status: 'archived' })
    expect((await agent.send('PUT', `/projects/${id}`, { ...form, name: 'École Jules' })).json.name).toBe('École Jules')
    expect((await agent.send('GET', `/projects/${id}`)).json).toMatchObject({ ...form, name: 'École Jules' })
    expect((await agent.send('POST', '/projects', { name: 'Sans rien' })).json.status).toBe('valid')
    expect((await agent.send('DELETE', `/projects/${id}`)).json).toEqual({ message: expect.any(String) })
    expect((await agent.send('GET', `/projects/${id}`)).status).toBe(404)
  })
})

describe('chat and conversations', () => {
  test('find-or-create, stream, messages kept by the client, list, search, figures, title, removal', async () => {
    const assistant = await newAssistant()
    const project = (await agent.send('POST', '/projects', { name: 'Voirie', content: 'Rue des Lilas.' })).json
    const request = { assistant_id: assistant.id, project_id: project.id, first_message: 'Présentez-vous' }
    const opened = await agent.send('POST', '/conversations/find-or-create', request)
    expect([200, 201]).toContain(opened.status)
    expect(opened.json).toMatchObject({ id: expect.any(String), messages: expect.any(Array) })
    const { id } = opened.json

    const history = [
      { role: 'system', content: 'Tu rédiges des notes.' },
      { role: 'user', content: 'Bonjour, que sais-tu faire ?' },
    ]
    const reply = await agent.send('POST', '/chat/mistral/stream', { messageHistory: history })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(reply.text.length).toBeGreaterThan(0)
    for (const [role, content] of [
      ['user', 'Quelle largeur pour le trottoir accéssible ?'],
      ['assistant', 'Un mètre quarante.'],
    ])
      expect((await agent.send('POST', `/conversations/${id}/messages`, { role, content })).status).toBe(201)

    const read = (await agent.send('GET', `/conversations/${id}`)).json
    expect(read.messages.filter(({ role }: { role: string }) => role !== 'system')).toEqual([
      expect.objectContaining({ role: 'user', content: 'Quelle largeur pour le trottoir accéssible ?' }),
      expect.objectContaining({ role: 'assistant', content: 'Un mètre quarante.' }),
    ])
    const fields = ['id', 'title', 'assistant_id', 'assistant_name', 'assistant_category', 'project_id', 'project_name', 'message_count', 'updated_at']
    const list = (await agent.send('GET', '/conversations')).json
    expect(fieldsOf(list[0])).toEqual(having(...fields))
    expect(list[0]).toMatchObject({ id, assistant_name: assistant.name, project_name: 'Voirie', message_count: 2 })
    expect((await agent.send('GET', '/conversations?search=trottoir')).json).toHaveLength(1)
    expect((await agent.send('GET', '/conversations?search=piscine')).json).toHaveLength(0)
    expect((await agent.send('GET', '/conversations/stats')).json).toEqual({
      total_conversations: 1,
      total_messages: 2,
      conversations_by_assistant: [expect.objectContaining({ assistant_name: assistant.name })],
    })
    expect((await agent.send('PUT', `/conversations/${id}`, { title: 'Trottoirs' })).json.title).toBe('Trottoirs')
    expect((await agent.send('DELETE', `/conversations/${id}`)).json).toEqual({ message: expect.any(String) })
    expect((await agent.send('GET', `/conversations/${id}`)).status).toBe(404)
  })

  test('one message, one answer', async () => {
    const answer = await agent.send('POST', '/chat', { message: 'Bonjour' })
    expect([answer.status, answer.json]).toEqual([200, { response: expect.stringMatching(/./), sources: [] }])
  })
})

describe('documents', () => {
  const text = 'Le marché du samedi ouvre à huit heures, place de la Halle. Les commerçants s’installent dès six heures et demie.'
  const form = (part: string, more: Record<string, string> = {}) => {
    const data = new FormData()
    data.append(part, new Blob([text], { type: 'text/plain' }), 'Marché d’été.txt')
    for (const [name, value] of Object.entries(more)) data.append(name, value)
    return data
  }

  test('a document of the shared library: brought, listed, counted, asked, downloaded, changed, removed', async () => {
    const brought = await agent.sendForm('/bibliotheque/upload', form('file', { category: 'Réglementation', description: 'Halle' }))
    expect([brought.status, brought.json]).toEqual([201, { message: expect.any(String), document: expect.any(Object) }])
    const { id } = brought.json.document
    const fields = ['id', 'original_filename', 'description', 'category', 'file_size_readable', 'uploader_name', 'upload_date']
    const list = (await agent.send('GET', '/bibliotheque/documents?category=R%C3%A9glementation')).json
    expect(list.documents.map(fieldsOf)).toEqual([having(...fields)])
    expect(list.documents[0]).toMatchObject({ original_filename: 'Marché d’été.txt', description: 'Halle', category: 'Réglementation' })
    expect((await agent.send('GET', '/bibliotheque/documents?category=Code')).json.documents).toEqual([])
    const categories = (await agent.send('GET', '/bibliotheque/categories')).json
    expect(categories.categories).toEqual(having('Réglementation', 'Notes internes', 'Code', 'Documentation RH'))
    expect(categories.counts['Réglementation']).toBe(1)

    await bench.app.context.worker.drain()
    const library = (await agent.send('GET', '/rag/categories')).json
    expect(library.status).toBe('success')
    const counted = { document_count: 1, vector_store_exists: true, files: ['Marché d’été.txt'] }
    expect(library.categories).toEqual([expect.objectContaining({ name: expect.any(String), display_name: 'Réglementation', ...counted })])
    const answer = await agent.send('POST', '/rag/query/stream', { message: 'À quelle heure ouvre le marché ?', category: library.categories[0].name })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(answer.text.length).toBeGreaterThan(0)

    const blob = await agent.send('GET', `/bibliotheque/documents/${id}/download`)
    expect([blob.text, blob.headers.get('content-disposition')]).toEqual([
      text,
      expect.stringContaining("filename*=UTF-8''March%C3%A9%20d%E2%80%99%C3%A9t%C3%A9.txt"),
    ])
    expect((await agent.send('PUT', `/bibliotheque/documents/${id}`, { category: 'Code', description: 'Autre' })).status).toBe(200)
    expect((await agent.send('GET', '/bibliotheque/documents')).json.documents[0]).toMatchObject({ category: 'Code', description: 'Autre' })
    expect((await agent.send('DELETE', `/bibliotheque/documents/${id}`)).json).toEqual({ message: expect.any(String) })
    expect((await agent.send('GET', '/bibliotheque/documents')).json.documents).toEqual([])
  })

  test('a document for oneself: loaded, then asked', async () => {
    const loaded = await agent.sendForm('/upload', form('document'))
    expect([loaded.status, fieldsOf(loaded.json)]).toEqual([201, having('document_id', 'files')])
    await bench.app.context.worker.drain()
    const answer = await agent.send('POST', '/rag', { message: 'À quelle heure ouvre le marché ?', document_id: loaded.json.document_id })
    expect([answer.status, fieldsOf(answer.json)]).toEqual([200, having('response', 'sources')])
    expect(answer.json.sources.length).toBeGreaterThan(0)
  })
})
