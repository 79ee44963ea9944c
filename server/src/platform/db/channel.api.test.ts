import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createServerDatabase, testEngine } from '../../testing/databases/database.ts'
import { silentLog } from '../log.ts'
import { openChannel } from './channel.ts'

/** A way to a server whose connections can be lost without a word to either end. @returns the same address, by that way */
async function openWay(url: string): Promise<{ url: string; lose(): void }> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const way = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(way, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    way.close()
  })
  const { port } = way.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    lose() {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

it.runIf(testEngine() === 'postgres')(
  'notices a connection that is lost without a word, tells that something may have been missed, hears again, and says what it could not',
  async () => {
    const { url, drop } = await createServerDatabase()
    onTestFinished(drop)
    const way = await openWay(url)
    const [here, there] = [
      openChannel({ connectionString: way.url }, silentLog, { everyMs: 200, patienceMs: 300 }),
      openChannel({ connectionString: url }, silentLog),
    ]
    onTestFinished(() => [here, there].forEach(({ close }) => close()))
    const heard: string[] = []
    let gaps = 0
    const heardThere: string[] = []
    let gapsThere = 0
    there.listen({ onMessage: (text) => void heardThere.push(text), onGap: () => (gapsThere += 1) })
    here.listen({ onMessage: (text) => void heard.push(text), onGap: () => (gaps += 1) })
    await expect.poll(() => gaps).toBe(1)
    await expect.poll(() => gapsThere).toBe(1)
    way.lose()
    for (const text of ['/conversations', '/prompts']) here.send(text)
    await expect.poll(() => gaps).toBe(2)
    await expect.poll(() => (there.send('/projects'), heard)).toContain('/projects')
    await expect.poll(() => heardThere).toEqual(expect.arrayContaining(['/conversations', '/prompts']))
    // One that answers is left as it is.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(gaps).toBe(2)
  },
)
