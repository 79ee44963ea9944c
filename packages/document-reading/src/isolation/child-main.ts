/**
 * Main program of the process that reads untrusted documents. It receives them on its standard input, answers on its standard output, and ends with its
 * parent. The parent gives it no secret, and no right to read files outside its own code, to write, or to start a process or a thread. At its start the
 * program also removes its own access to the network and to signals.
 */
import { parseDocument } from '../parse-document.ts'
import { encodePicture } from '../pictures/encode-picture.ts'
import { createRecogniser } from '../ocr/recognition.ts'
import { confine } from './confine.ts'
import type { ChildMessage, ParseRequest } from './protocol.ts'
import { messagesOf, pictureMessages } from './send-result.ts'

confine()

const recogniser = createRecogniser()
const send = (...messages: ChildMessage[]) => {
  process.stdout.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
}
/** Number of messages of a result written at once: many are only a few words long. */
const MESSAGES_AT_ONCE = 500

receiveDocuments((request, bytes) => void (request.isPicture ? answerPicture(request, bytes) : answer(request, bytes)))

async function answerPicture({ id, filename }: ParseRequest, bytes: Uint8Array): Promise<void> {
  send(...pictureMessages(id, await encodePicture(bytes, filename, recogniser)))
}

async function answer({ id, filename, limits, recognise, isRich = false, recognisedPages }: ParseRequest, bytes: Uint8Array): Promise<void> {
  let lastProgress = -Infinity
  const result = await parseDocument(bytes, filename, {
    limits,
    isRich,
    now: workClock(),
    scans: {
      recogniser: recognise ? recogniser : null,
      known: new Map(recognisedPages.map((page) => [page.page, page])),
      onSlowPage: () => send({ type: 'slow_page', id }),
      onRecognised: (page, ms) => send({ type: 'recognised', id, page, ms }),
    },
    onProgress(done, total) {
      if (done < total && performance.now() - lastProgress < 200) return
      lastProgress = performance.now()
      send({ type: 'progress', id, done, total })
    },
  })
  const batch: ChildMessage[] = []
  for (const message of messagesOf(id, result)) if (batch.push(message) === MESSAGES_AT_ONCE) send(...batch.splice(0))
  send(...batch)
}

/**
 * Creates a clock of the work of this process, in milliseconds: its processor time, all threads together, or the elapsed time if less. A process that
 * waits for a busy processor is not slow.
 */
function workClock(): () => number {
  const startedAt = performance.now()
  const usage = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(usage)
    return Math.min(performance.now() - startedAt, (user + system) / 1_000)
  }
}

/** Calls back for each document received on the standard input. Exits the process at the end of the input. */
function receiveDocuments(onDocument: (request: ParseRequest, bytes: Uint8Array) => void): void {
  let line: Buffer[] = []
  let document: { request: ParseRequest; bytes: Buffer; receivedBytes: number } | null = null
  process.stdin.on('end', () => process.exit(0))
  process.stdin.on('data', (chunk: Buffer) => {
    let start = 0
    if (document === null) {
      const end = chunk.indexOf('\n')
      line.push(chunk.subarray(0, end === -1 ? chunk.length : end))
      if (end === -1) return
      const request = JSON.parse(Buffer.concat(line).toString('utf8')) as ParseRequest
      line = []
      start = end + 1
      document = { request, bytes: Buffer.allocUnsafeSlow(request.size), receivedBytes: 0 }
      // Loads the PDF reader while the document arrives. An error here occurs again, and is reported, when the document is read.
      if (/\.pdf$/i.test(request.filename)) void import('../pdf/read-pdf.ts').then(({ preparePdf }) => preparePdf()).catch(() => undefined)
    }
    document.receivedBytes += chunk.copy(document.bytes, document.receivedBytes, start)
    if (document.receivedBytes < document.request.size) return
    const { request, bytes } = document
    document = null
    onDocument(request, bytes)
  })
}
