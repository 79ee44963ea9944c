import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/** How long a refused sender may take to read the answer, in milliseconds. */
const lingerMs = 2_000

/** How long a whole request that brings no file may take to come, in milliseconds. */
export const ordinaryBodyMs = 300_000

const ends = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Closes the connection of a request whose body has not come in time, as Node does at its own limit: that one is the same for all requests, and
 * leaves a slow line the time of the largest file (trust case NET-06).
 */
export function endSlowBody(request: IncomingMessage, server: Server, ms = ordinaryBodyMs): void {
  if (request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0) return
  const end = setTimeout(() => {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (!request.complete && !server.emit('clientError', error, request.socket)) request.socket.destroy(error)
  }, ms)
  end.unref()
  ends.set(request, end)
  const clear = () => clearTimeout(end)
  request.once('end', clear).once('close', clear)
}

/** Leaves the body of a request the time that Node leaves all of them: for files, once it is known who sends them. */
export function waitForFiles(request: IncomingMessage): void {
  clearTimeout(ends.get(request))
}

/**
 * Makes the connection wait while the reader of the body waits. Node reads ahead otherwise, two times 64 kB, and starts again
 * each time that the reader is ready, even when it is told to pause in the same turn.
 */
export function readNothingAhead(request: IncomingMessage): void {
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
    // The connection is the next request's: its reader may have paused it last. One that is read no more stays as it is.
    socket.resume()
  })
}

/**
 * Reads no further of a request, whose answer says `Connection: close`. Closing on a sender who goes on resets the connection,
 * and the reset can overtake the answer: ours is closed on this side first, and for good a little later.
 */
export function readNoMore({ socket }: IncomingMessage): void {
  if (!isConnection(socket)) return
  const hold = () => stop(socket)
  hold()
  // Whoever still waits for the body resumes the connection.
  socket.on('resume', hold)
  // What Node calls once the last answer of a connection is written.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

/** Reads the rest of a request for nothing, so that a sender who has nearly finished keeps its connection. */
export function readForNothing(request: IncomingMessage): void {
  request.unpipe()
  request.resume()
}

/** A connection that was told to read and to pause in the same turn reads again in the next, and believes that it is paused. */
function stop(socket: Socket): void {
  socket.pause()
  socket.emit('pause')
}

// A request handed over in memory (Fastify's `inject`) has none.
const isConnection = (socket: unknown): socket is Socket => socket instanceof Socket
