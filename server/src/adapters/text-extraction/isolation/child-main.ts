/**
 * Program of the process that reads untrusted documents. It receives bytes on its standard input,
 * answers on the IPC channel, and dies with its parent. The parent gives it no secret, no right to
 * open a file outside the program, to write, or to start a process; it takes away the network itself.
 */
import { parseDocument } from '../parse-document.ts'
import { createRecogniser } from '../recognition.ts'
import { forbidNetwork } from './forbid-network.ts'
import { preparePdf } from '../pdf/read-pdf.ts'
import type { ChildMessage, ParseRequest } from './protocol.ts'

forbidNetwork()

const recogniser = createRecogniser()
const send = (message: ChildMessage) => {
  process.send?.(message)
}

process.on('disconnect', () => process.exit(0))
process.on('message', (request: ParseRequest) => {
  void answer(request)
})
send({ type: 'ready' })
// While the first document is on its way.
void preparePdf()

async function answer({ id, filename, size, limits }: ParseRequest): Promise<void> {
  const bytes = await readInput(size)
  let lastProgress = 0
  const result = await parseDocument(bytes, filename, {
    limits,
    scans: { recogniser, onSlowPage: () => send({ type: 'slow_page', id }) },
    onProgress(done, total) {
      if (done < total && Date.now() - lastProgress < 200) return
      lastProgress = Date.now()
      send({ type: 'progress', id, done, total })
    },
  })
  send({ type: 'result', id, result })
}

/** The next `size` bytes of the standard input. */
function readInput(size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let received = 0
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      received += chunk.copy(bytes, received)
      if (received === size) finish(() => resolve(bytes))
    }
    const fail = () => finish(() => reject(new Error('entrée interrompue')))
    const finish = (settle: () => void) => {
      process.stdin.off('data', take).off('end', fail).pause()
      settle()
    }
    if (size === 0) return resolve(bytes)
    process.stdin.on('data', take).on('end', fail).resume()
  })
}
