import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, realpathSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseError } from '../errors.ts'

const ANSWER_MS = 1_000
const LOCK_SOCKET_NAME = 'verrou.sock'

export type DirectoryLock = { release(): Promise<void> }

/**
 * Locks the directory for this process. The lock is a listening socket in the directory: the system removes it with the process, even killed, and another
 * container that shares the volume sees it. Two engines on the same files corrupt them silently.
 * @throws {DatabaseError} `db.locked`, with a sentence that gives the number of the process that holds the directory
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const address = lockAddress(realpathSync(dir))
  const answer = `${process.pid} ${randomUUID()}`
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = await listen(address.path, answer)
    if (server !== undefined) {
      if (address.removable && (await ask(address.path)) !== answer) {
        // Another process replaced the same abandoned socket at the same instant, and its own replaced ours.
        server.close()
        continue
      }
      return { release: () => release(server, address) }
    }
    const currentIdentity = fileIdentity(address.path)
    const holder = await ask(address.path)
    if (holder !== undefined) {
      address.dispose()
      throw lockedBy(dir, holder.split(' ')[0]!)
    }
    // No process listens: the owner was killed. Delete the file only if it is still the same one.
    if (currentIdentity !== undefined && fileIdentity(address.path) === currentIdentity) unlinkSync(address.path)
  }
  address.dispose()
  throw lockedBy(dir, '')
}

type LockAddress = { path: string; removable: boolean; dispose(): void }

/**
 * Returns the address of the lock. The path of a socket is limited to 107 bytes (103 on macOS): a longer one is reached on Linux through an open handle of
 * its directory, elsewhere replaced by a digest in the temporary directory. Windows has named pipes instead.
 */
function lockAddress(dir: string): LockAddress {
  const digest = createHash('sha256').update(dir).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\parvis-${digest}`, removable: false, dispose: () => {} }
  const direct = join(dir, LOCK_SOCKET_NAME)
  if (Buffer.byteLength(direct) <= 103) return { path: direct, removable: true, dispose: () => {} }
  if (process.platform !== 'linux') return { path: join(tmpdir(), `parvis-${digest}.sock`), removable: true, dispose: () => {} }
  const handle = openSync(dir, 'r')
  return { path: `/proc/self/fd/${handle}/${LOCK_SOCKET_NAME}`, removable: true, dispose: () => closeSync(handle) }
}

/** Listens, and sends `answer` to every connection; undefined when the address is in use. */
function listen(path: string, answer: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(answer)
    })
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/**
 * Returns the answer of the process that listens, which begins with its number; '' when it accepts but is too busy to answer; undefined when none listens.
 */
function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    let accepted = false
    const socket = connect(path)
    socket.setTimeout(ANSWER_MS, () => socket.destroy())
    socket.on('connect', () => (accepted = true))
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(accepted ? answer : undefined))
  })
}

function fileIdentity(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}:${stats.ctimeNs}`
}

/** Closes the server, which also deletes its file. */
async function release(server: Server, address: LockAddress): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()))
  address.dispose()
}

function lockedBy(dir: string, pid: string): DatabaseError {
  const who = pid === '' ? 'un autre processus' : `un autre processus (numéro ${pid})`
  return new DatabaseError(
    'db.locked',
    `La base de données du dossier ${dir} est déjà ouverte par ${who}. Arrêtez-le avant de recommencer, ou donnez un autre dossier par PARVIS_DATA_DIR.`,
  )
}
