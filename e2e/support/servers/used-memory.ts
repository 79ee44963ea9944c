import type { AppServer } from './server.ts'

/** Settings for `startServer` that allow its memory to be measured. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/**
 * Measures the memory that a server uses for its data, in MB, after a garbage collection: garbage not yet collected may be larger than the measured value.
 */
export async function usedMemoryMb(server: AppServer): Promise<number> {
  const address = [...server.output().matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1]
  if (address === undefined) throw new Error('The server was not started to be weighed')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  try {
    await callDebugger(socket, 'HeapProfiler.collectGarbage')
    const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'
    const { result } = (await callDebugger(socket, 'Runtime.evaluate', { expression })) as { result: { value: number } }
    return result.value / 1_048_576
  } finally {
    // An open debugging session prevents the server from ending.
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve, { once: true }))
    socket.close()
    await closed
  }
}

/** Makes one call at a time: the next message is its answer. */
function callDebugger(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error(`${method}: the server went away`)), { once: true })
    socket.addEventListener('message', ({ data }) => resolve((JSON.parse(String(data)) as { result: unknown }).result), { once: true })
    socket.send(JSON.stringify({ id: 1, method, params }))
  })
}
