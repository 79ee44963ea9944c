import { createServer, type Socket } from 'node:net'
import { listenLocally } from '../listen-locally.ts'

/** EICAR test file, which every antivirus detects, split so that this source file is not. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export type FakeClamd = { address: { host: string; port: number }; /** whole files received */ seen: Buffer[]; close(): Promise<void> }

/** Response of a scanner to a file larger than its StreamMaxLength. */
export const sizeExceeded = 'INSTREAM size limit exceeded. ERROR'

/**
 * Starts a scanner that speaks the INSTREAM protocol. It detects EICAR, or always replies `answer`, or never replies (null).
 * @param maxBytes maximum file size in bytes; beyond it, the scanner says so and closes the connection at once
 */
export async function startFakeClamd(answer?: string | null, maxBytes = Infinity): Promise<FakeClamd> {
  const seen: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.length > maxBytes) {
        socket.removeAllListeners('data')
        socket.pause()
        socket.write(`${sizeExceeded}\0`, () => socket.destroy())
        return
      }
      const file = readFile(received)
      if (file === null || answer === null) return
      seen.push(file)
      socket.end(`${answer ?? `stream: ${file.includes(eicar) ? 'Eicar-Test-Signature FOUND' : 'OK'}`}\0`)
    })
  })
  const port = await listenLocally(server)
  return {
    address: { host: '127.0.0.1', port },
    seen,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns the file received, null until its final chunk of length zero. */
function readFile(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
