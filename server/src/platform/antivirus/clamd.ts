import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ClamdAddress } from '../config/setting-schemas.ts'

/** Result of a scan. `too_large`: the scanner refuses files of this size. */
export type ScanVerdict = 'clean' | 'infected' | 'too_large'

/** Antivirus scanner. */
export type Antivirus = {
  /** Scans a file. Rejects when the scanner is unreachable, times out, or answers that it could not scan. */
  scan(content: AsyncIterable<Uint8Array>): Promise<ScanVerdict>
  /** Treatment of a file when `scan` rejects. */
  whenDown: 'refuse' | 'accept'
}

/** Inactivity timeouts in milliseconds, while a file is sent, then while it is scanned. Beyond them the scanner counts as down. */
const inactivityTimeouts = {
  sending: 30_000,
  // The scanner takes two minutes per file at most (MaxScanTime, man 5 clamd.conf).
  looking: 150_000,
}
/** Maximum size of a chunk of the INSTREAM protocol, in bytes. Each chunk is preceded by its length. */
const maxChunkBytes = 64 * 1024

/**
 * Creates the client of ClamAV's daemon. It sends the bytes with the INSTREAM command (man 8 clamd), so the scanner needs no access to our files. One
 * connection per file.
 */
export function createClamd(address: ClamdAddress, whenDown: Antivirus['whenDown'], { sending, looking } = inactivityTimeouts): Antivirus {
  return {
    whenDown,
    async scan(content) {
      const socket = connect(address)
      socket.setTimeout(sending, () => socket.destroy(new Error('antivirus silent')))
      const answer = readAnswer(socket)
      // The scanner may refuse in the middle of a long file: its answer then explains the broken pipe.
      answer.catch(() => {})
      try {
        await once(socket, 'connect')
        const sent = send(socket, content).then(() => socket.setTimeout(looking))
        sent.catch(() => {})
        await Promise.race([sent, answer])
        return readVerdict(await answer)
      } finally {
        socket.destroy()
      }
    },
  }
}

/** Sends a file. Stops silently when the scanner accepts no more, as its answer then says why. @throws the errors of `content` */
async function send(socket: Socket, content: AsyncIterable<Uint8Array>): Promise<void> {
  const write = writer(socket)
  await write('zINSTREAM\0')
  for await (const chunk of content) {
    for (let index = 0; index < chunk.length; index += maxChunkBytes) {
      const part = chunk.subarray(index, index + maxChunkBytes)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      if (!(await write(Buffer.concat([length, part])))) return
    }
  }
  await write(Buffer.alloc(4))
}

/**
 * Returns a function that writes one chunk and resolves to whether it could. After a failed write, Node would close the socket and lose the answer that it
 * has not read yet: write errors are therefore hidden from the socket, which closes once read to the end.
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

/** Reads the scanner's answer, up to its end or to the reset of the connection. @throws the socket's error when nothing was received */
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

/** Interprets an answer ended by a NUL: « stream: OK », « stream: Name FOUND », or an error. @throws when the scanner could not scan */
function readVerdict(text: string): ScanVerdict {
  const [answer = '', ...after] = text.split('\0')
  if (answer === 'stream: OK' && after.length > 0) return 'clean'
  if (/^stream: .+ FOUND$/.test(answer)) return 'infected'
  if (answer.startsWith('INSTREAM size limit exceeded')) return 'too_large'
  throw new Error('antivirus could not look')
}
