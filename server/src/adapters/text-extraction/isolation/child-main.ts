/**
 * Program of the process that reads untrusted documents. It receives them on its standard input, answers on its standard
 * output, and ends with its parent. The parent gives it no secret, no right to open a file outside its own code, to write,
 * or to start a process or a thread; it takes away the network and signals itself.
 */
import { parseDocument } from '../parse-document.ts'
import { createRecogniser } from '../recognition.ts'
import { preparePdf } from '../pdf/read-pdf.ts'
import { confine } from './confine.ts'
import type { ChildMessage, ParseRequest } from './protocol.ts'

confine()

const recogniser = createRecogniser()
const send = (message: ChildMessage) => {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

receiveDocuments((request, bytes) => void answer(request, bytes))
// While the first document is on its way.
void preparePdf()

async function answer({ id, filename, limits, recognise, recognised }: ParseRequest, bytes: Uint8Array): Promise<void> {
  let lastProgress = 0
  const result = await parseDocument(bytes, filename, {
    limits,
    scans: {
      recogniser: recognise ? recogniser : null,
      known: new Map(recognised.map((page) => [page.page, page])),
      onSlowPage: () => send({ type: 'slow_page', id }),
      onRecognised: (page, ms) => send({ type: 'recognised', id, page, ms }),
    },
    onProgress(done, total) {
      if (done < total && Date.now() - lastProgress < 200) return
      lastProgress = Date.now()
      send({ type: 'progress', id, done, total })
    },
  })
  send({ type: 'result', id, result })
}

/** Calls back for each document of the standard input, and ends the process with it. */
function receiveDocuments(onDocument: (request: ParseRequest, bytes: Uint8Array) => void): void {
  let line = ''
  let document: { request: ParseRequest; bytes: Buffer; received: number } | null = null
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('data', (chunk: Buffer) => {
    let start = 0
    if (document === null) {
      const end = chunk.indexOf('\n')
      line += chunk.toString('utf8', 0, end === -1 ? chunk.length : end)
      if (end === -1) return
      const request = JSON.parse(line) as ParseRequest
      line = ''
      start = end + 1
      document = { request, bytes: Buffer.allocUnsafeSlow(request.size), received: 0 }
    }
    document.received += chunk.copy(document.bytes, document.received, start)
    if (document.received < document.request.size) return
    const { request, bytes } = document
    document = null
    onDocument(request, bytes)
  })
}
