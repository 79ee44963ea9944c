import { Agent, request } from 'node:http'
import { routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'

type Sent = { agent: Agent; method: string; headers: Record<string, string>; body?: Buffer }

function send(url: string, { agent, method, headers, body }: Sent): Promise<{ status: number; localPort: number }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, method, headers: { ...headers, ...(body && { 'content-length': String(body.length) }) } }, (response) => {
      const localPort = response.socket.localPort ?? 0
      response.resume().once('end', () => resolve({ status: response.statusCode ?? 0, localPort }))
    })
    call.once('error', reject)
    call.end(body)
  })
}

it.each([1_000, 300_000, 3_000_000])('a connection that carried a file of %i bytes carries the next calls', async (size) => {
  const app = await createTestApp()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const { token } = await app.createUser()
    const url = `${await app.listen()}/api`
    const authorization = `Bearer ${token}`
    const form = new FormData()
    form.append('file', new Blob(['a'.repeat(size)]), 'note.txt')
    const encoded = new Response(form)
    const upload = {
      agent,
      method: 'POST',
      headers: { authorization, 'content-type': encoded.headers.get('content-type')! },
      body: Buffer.from(await encoded.arrayBuffer()),
    }
    const first = await send(url + routes.documents.upload.path, upload)
    expect(first.status).toBe(201)
    for (let nth = 0; nth < 3; nth += 1) {
      const next = await send(url + routes.assistants.list.path, { agent, method: 'GET', headers: { authorization } })
      expect(next).toEqual({ status: 200, localPort: first.localPort })
    }
  } finally {
    agent.destroy()
    await app.close()
  }
})

it('a body refused for its size while it is being sent is answered, and its connection carries the next call', async () => {
  const app = await createTestApp()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const { token } = await app.createUser()
    const url = `${await app.listen()}/api`
    const headers = { authorization: `Bearer ${token}` }
    const body = Buffer.from(JSON.stringify({ name: 'x'.repeat(2_000_000) }))
    const refused = await new Promise<{ status: number; words: string; localPort: number }>((resolve, reject) => {
      const call = request(url + routes.projects.create.path, {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': String(body.length) },
      })
      call.once('error', reject).once('response', (response) => {
        const localPort = response.socket.localPort ?? 0
        let words = ''
        response.on('data', (chunk: Buffer) => (words += chunk.toString())).once('end', () => resolve({ status: response.statusCode ?? 0, words, localPort }))
        // The rest goes once the refusal is here, as it does from a slow line.
        call.end(body.subarray(1_000))
      })
      call.write(body.subarray(0, 1_000))
    })
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.words)).toMatchObject({ code: expect.any(String), error: expect.any(String) })
    const next = await send(url + routes.assistants.list.path, { agent, method: 'GET', headers })
    expect(next).toEqual({ status: 200, localPort: refused.localPort })
  } finally {
    agent.destroy()
    await app.close()
  }
})
