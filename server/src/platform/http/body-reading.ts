import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/** Time that a refused client has to read the answer, in milliseconds. */
const lingerMs = 2_000

/** Timeout for receiving a whole request without files, in milliseconds. */
export const bodyTimeoutMs = 300_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Closes the connection of a request whose body has not arrived within `ms`. Node's own timeout is the same for every request, and must allow the largest
 * file on a slow line (trust case NET-06).
 */
export function limitBodyTime(request: IncomingMessage, server: Server, ms = bodyTimeoutMs): void {
  if (request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0) return
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (!request.complete && !server.emit('clientError', error, request.socket)) request.socket.destroy(error)
  }, ms)
  timer.unref()
  timers.set(request, timer)
  const clear = () => clearTimeout(timer)
  request.once('end', clear).once('close', clear)
}

/** Cancels the timeout of `limitBodyTime` for an upload, once its sender is known. Node's longer timeout remains. */
export function cancelBodyTimeout(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}

/**
 * Applies backpressure to the connection. Without it Node reads ahead, two times 64 kB, and resumes each time the reader is ready, even when it is paused
 * in the same tick.
 */
export function applyBackpressure(request: IncomingMessage): void {
  const { socket } = request
  if (!isConnection(socket)) return
  const hold = () => {
    if (request.isPaused()) stop(socket)
  }
  const follow = () => socket.resume()
  socket.on('resume', hold)
  request.on('pause', hold).on('resume', follow)
  request.once('close', () => {
    socket.off('resume', hold)
    request.off('pause', hold).off('resume', follow)
    // The next request uses the connection, which the last reader may have left paused. `stopReading` keeps its own paused.
    socket.resume()
  })
}

/**
 * Stops reading a request whose answer says `Connection: close`. Closing while the client still sends resets the connection, and the reset can overtake
 * the answer: our side is therefore closed first, and the connection a little later.
 */
export function stopReading({ socket }: IncomingMessage): void {
  if (!isConnection(socket)) return
  const hold = () => stop(socket)
  hold()
  // A reader that still waits for the body resumes the connection: pause it again.
  socket.on('resume', hold)
  // Node calls this once the last answer of a connection is written.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/** Discards the rest of a request, so that a client that has nearly finished keeps its connection. */
export function discardBody(request: IncomingMessage): void {
  request.unpipe()
  request.resume()
}

/**
 * Pauses a connection. One that was resumed and paused in the same tick reads again in the next, while it believes itself paused: emitting `pause`
 * corrects that.
 */
function stop(socket: Socket): void {
  socket.pause()
  socket.emit('pause')
}

// A request passed in memory (Fastify's `inject`) has no socket.
const isConnection = (socket: unknown): socket is Socket => socket instanceof Socket
