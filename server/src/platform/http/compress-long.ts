import type { FastifyReply, FastifyRequest } from 'fastify'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliCompress } from 'node:zlib'

const { BROTLI_PARAM_QUALITY } = constants
/** Refused by `q=0` (RFC 9110, 12.4.2). */
const acceptsBrotli = /(?:^|,)\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/

/**
 * Compresses an answer of several megabytes at Brotli's first level, where the caller takes Brotli; otherwise leaves it to the server's plugin.
 * The levels of shorter answers give a text a tenth smaller for five times the processor, which ten people who open such a
 * conversation at once would take from everybody.
 * @param text ended, or destroyed, with what is returned
 */
export function compressLong(text: Readable, request: FastifyRequest, reply: FastifyReply): Readable {
  if (!acceptsBrotli.test(request.headers['accept-encoding'] ?? '')) return text
  reply.header('Content-Encoding', 'br').header('Vary', 'accept-encoding')
  return pipeline(text, createBrotliCompress({ chunkSize: 65_536, params: { [BROTLI_PARAM_QUALITY]: 1 } }), () => {})
}
