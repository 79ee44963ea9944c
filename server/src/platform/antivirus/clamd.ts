import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ClamdAddress } from '../config/config.ts'
import type { Antivirus, Verdict } from './port.ts'

/** Without a sign of life for so long, in milliseconds, the scanner is taken for dead: while a file is sent, then while it is looked at. */
const silence = {
  sending: 30_000,
  // It takes two minutes over a file at most (MaxScanTime, man 5 clamd.conf).
  looking: 150_000,
}
/** Bytes of one piece: the scanner is given lengths before contents. */
const pieceBytes = 64 * 1024

/**
 * ClamAV's daemon, by its INSTREAM command (man 8 clamd): the bytes are sent, the scanner needs no access to our files.
 * One connection for each file.
 */
export function createClamd(address: ClamdAddress, whenDown: Antivirus['whenDown'], { sending, looking } = silence): Antivirus {
  return {
    whenDown,
    async scan(content) {
      const socket = connect(address)
      socket.setTimeout(sending, () => socket.destroy(new Error('antivirus silent')))
      const answer = readAnswer(socket)
      // It may refuse in the middle of a long file: the answer then says why the pipe broke.
      answer.catch(() => {})
      try {
        await once(socket, 'connect')
        const sent = send(socket, content).then(() => socket.setTimeout(looking))
        sent.catch(() => {})
        await Promise.race([sent, answer])
        return verdictOf(await answer)
      } finally {
        socket.destroy()
      }
    },
  }
}

/** Sends a file, or what the scanner takes of it: why it takes no more, its answer says. @throws what `content` does */
async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  const write = writer(socket)
  await write('zINSTREAM\0')
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(piece.length)
      if (!(await write(Buffer.concat([length, piece])))) return
    }
  }
  await write(Buffer.alloc(4))
}

/**
 * Writes one piece after the other, and says whether it could. Node closes a socket at the first write that fails, with what the other side has
 * said and nobody has read yet: here the socket only hears of success, and closes once it has been read to its end.
 */
function writer(socket: Socket): (bytes: string | Uint8Array) => Promise<boolean> {
  const send = socket._write.bind(socket)
  let isBroken = false
  socket._write = (chunk, encoding, done) =>
    send(chunk, encoding, (error) => {
      isBroken ||= error != null
      done()
    })
  return (bytes) =>
    new Promise((resolve) => {
      socket.write(bytes, () => resolve(!isBroken && !socket.destroyed))
    })
}

/** What the scanner says before it closes, or resets, the connection. @throws why there is nothing */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('\0') || text.length > 4_096) resolve(text)
    })
    socket.once('error', (error) => (text === '' ? reject(error) : resolve(text)))
    socket.once('close', () => resolve(text))
  })
}

/** « stream: OK », « stream: Name FOUND », or why it could not look, ended by a zero. */
function verdictOf(text: string): Verdict {
  const [answer = '', ...after] = text.split('\0')
  if (answer === 'stream: OK' && after.length > 0) return 'clean'
  if (/^stream: .+ FOUND$/.test(answer)) return 'infected'
  if (answer.startsWith('INSTREAM size limit exceeded')) return 'too_large'
  throw new Error('antivirus could not look')
}
