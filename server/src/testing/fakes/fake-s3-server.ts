import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../../platform/config/read-files.ts'

/** Faults of the store: applied to the requests of one method, or to all. */
type Fault =
  | '503'
  | 'html'
  | 'html-404'
  | 'no-bucket'
  | 'no-rights'
  /** Nothing is ever answered. */
  | 'silent'
  /** The line is cut in the middle of the answer, or of the upload. */
  | 'cut'
  /** The answer is right, after a second and a half. */
  | 'slow'
  /** The bytes of another file of the same length. */
  | 'other-bytes'
  /** One byte less, with a right `Content-Length`. */
  | 'short'
  /** An upload is answered 200 and forgotten. */
  | 'forgets'

type StoredObject = { bytes: Buffer; at: Date; metadata: Record<string, string> }

export type FakeS3Server = {
  settings: S3Settings
  /** Objects by key. */
  objects: Map<string, StoredObject>
  /** Methods and paths of the requests received so far. */
  requests: string[]
  /** The next requests have this fault: of one method, `times` of them at most. Null: no fault any more. */
  fail(fault: Fault | null, options?: { method?: string; times?: number }): void
  /** Offset of the clock of the store, in milliseconds. */
  setClock(offsetMs: number): void
  /** Answers about the bucket: versions or locked objects are retained. */
  retains: { versions: boolean; locks: boolean }
  /** Cuts every line and listens no more, as a process that is killed. Complete objects remain. */
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

const pageSize = 1_000
const maxSkewMs = 15 * 60_000

class S3Error extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** Starts an S3-compatible store in memory, on a free port. It checks signatures, digests of bodies and clocks as a store does. */
export async function startFakeS3(prefix = ''): Promise<FakeS3Server> {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const retains = { versions: false, locks: false }
  let fault: { kind: Fault; method: string | null; times: number } | null = null
  let clockOffset = 0
  const now = () => new Date(Date.now() + clockOffset)
  const takeFault = (method: string): Fault | null => {
    if (fault === null || (fault.method !== null && fault.method !== method) || fault.times === 0) return null
    fault.times -= 1
    return fault.kind
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url!, 'http://x')
      requests.push(`${request.method} ${url.pathname}${url.search}`)
      response.setHeader('Date', now().toUTCString())
      const kind = takeFault(request.method!)
      try {
        await answerWithFault(kind, request, response, () => answer(url, request, response, kind))
      } catch (error) {
        if (response.headersSent || response.destroyed) return void response.destroy()
        const { status, message } = error instanceof S3Error ? error : new S3Error(500, 'InternalError')
        response.writeHead(status, { 'Content-Type': 'application/xml' })
        response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${message}</Code><Message>${message}</Message></Error>`)
      }
    })()
  })

  async function answer(url: URL, request: IncomingMessage, response: ServerResponse, kind: Fault | null): Promise<void> {
    const body = await buffer(request)
    checkSignature(settings, url, request, body, now())
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    if (bucket !== settings.bucket) throw new S3Error(404, 'NoSuchBucket')
    const { method } = request
    if (key === '') return void response.end(method === 'HEAD' ? '' : aboutBucket(url))
    if (method === 'PUT') {
      const metadata = Object.fromEntries(Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))) as Record<string, string>
      if (kind !== 'forgets') objects.set(key, { bytes: body, at: now(), metadata })
      return void response.end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (found === undefined) throw new S3Error(404, method === 'HEAD' ? '' : 'NoSuchKey')
    const bytes = kind === 'other-bytes' ? Buffer.alloc(found.bytes.length, 'other') : kind === 'short' ? found.bytes.subarray(1) : found.bytes
    response.writeHead(200, { 'Content-Length': bytes.length, 'Last-Modified': found.at.toUTCString(), ETag: '"x"', ...found.metadata })
    if (method === 'HEAD') return void response.end()
    if (kind === 'cut') return void response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
    response.end(bytes)
  }

  function aboutBucket(url: URL): string {
    if (url.searchParams.has('versioning')) return `<VersioningConfiguration>${retains.versions ? '<Status>Enabled</Status>' : ''}</VersioningConfiguration>`
    if (url.searchParams.has('object-lock')) {
      if (!retains.locks) throw new S3Error(404, 'ObjectLockConfigurationNotFoundError')
      return '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>'
    }
    const wanted = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(wanted) && key > after).toSorted()
    const page = keys.slice(0, Number(url.searchParams.get('max-keys') ?? pageSize))
    const contents = page.map((key) => {
      const { bytes, at } = objects.get(key)!
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const isTruncated = page.length < keys.length
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><Name>${settings.bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'parvis',
    region: 'us-east-1',
    accessKeyId: 'CLE',
    secretAccessKey: randomUUID(),
    prefix,
    forcePathStyle: true,
  }
  const kill = async () => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  return {
    settings,
    objects,
    requests,
    retains,
    fail: (wanted, { method = null, times = Infinity }: { method?: string | null; times?: number } = {}) => {
      fault = wanted === null ? null : { kind: wanted, method, times }
    },
    setClock: (offsetMs) => (clockOffset = offsetMs),
    kill,
    restart: () => listen(port),
    close: kill,
  }
}

async function answerWithFault(kind: Fault | null, request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>): Promise<void> {
  if (kind === 'no-bucket') throw new S3Error(404, 'NoSuchBucket')
  if (kind === 'no-rights') throw new S3Error(403, 'AccessDenied')
  if (kind === '503') throw new S3Error(503, 'SlowDown')
  if (kind === 'silent') return
  if (kind === 'cut' && request.method !== 'GET') return void request.once('data', () => response.destroy())
  if (kind === 'html' || kind === 'html-404') {
    request.resume()
    const status = kind === 'html' ? 200 : 404
    const page = '<!doctype html><html><body><h1>Portail</h1></body></html>'
    return void response.writeHead(status, { 'Content-Type': 'text/html', 'Content-Length': page.length }).end(page)
  }
  if (kind === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_500))
  await answer()
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Checks the signature (AWS Signature Version 4), the clock and the digest of the body of a request. @throws {S3Error} */
function checkSignature({ secretAccessKey, accessKeyId }: S3Settings, url: URL, { method, headers }: IncomingMessage, body: Buffer, now: Date): void {
  const header = (name: string) => String(headers[name] ?? '')
  const [, credential = '', signed = '', signature = ''] = /Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\S+)/.exec(header('authorization')) ?? []
  const [key, day = '', region = '', service = ''] = credential.split('/')
  if (key !== accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId')
  const stamp = header('x-amz-date')
  const sentAt = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (Math.abs(sentAt - now.getTime()) > maxSkewMs) throw new S3Error(403, 'RequestTimeTooSkewed')
  const query = [...url.searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).toSorted()
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.split(';').map((name) => `${name}:${header(name).trim()}`),
    '',
    signed,
    header('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const signingKey = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  const expected = hmac(signingKey, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`).toString('hex')
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) throw new S3Error(403, 'SignatureDoesNotMatch')
  const digest = header('x-amz-content-sha256')
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
}
