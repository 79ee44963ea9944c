import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import type { ClamdAddress } from '../config/config.ts'
import type { Antivirus } from './port.ts'

/** Without a sign of life for so long, in milliseconds, the scanner is taken for dead. */
const silenceMs = 30_000
/** Bytes of one piece: the scanner is given lengths before contents. */
const pieceBytes = 64 * 1024

/**
 * ClamAV's daemon, by its INSTREAM command (man 8 clamd): the bytes are sent, the scanner needs no access to our files.
 * One connection for each file.
 */
export function createClamd(address: ClamdAddress, whenDown: Antivirus['whenDown'], silence = silenceMs): Antivirus {
  return {
    whenDown,
    async scan(content) {
      const socket = connect(address)
      socket.setTimeout(silence, () => socket.destroy(new Error('antivirus silent')))
      const answer = readAnswer(socket)
      // It may refuse in the middle of a long file: the answer then says why the pipe broke.
      answer.catch(() => {})
      try {
        await once(socket, 'connect')
        await send(socket, content).catch((error: unknown) => {
          if (!socket.destroyed) throw error
        })
        return verdictOf(await answer)
      } finally {
        socket.destroy()
      }
    },
  }
}

async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      socket.write(length)
      if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      if (socket.destroyed) return
    }
  }
  socket.write(Buffer.alloc(4))
}

async function readAnswer(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.includes('\0') || text.length > 4_096) break
  }
  return text.replace(/\0[^]*$/, '')
}

/** « stream: OK », « stream: Name FOUND », or why it could not look. */
function verdictOf(answer: string): 'clean' | 'infected' {
  if (answer === 'stream: OK') return 'clean'
  if (/^stream: .+ FOUND$/.test(answer)) return 'infected'
  throw new Error('antivirus could not look')
}
