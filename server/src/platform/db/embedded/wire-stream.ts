import { Duplex } from 'node:stream'

type WireStreamPort = {
  /** Resolves when the engine takes statements. */
  ready(): Promise<void>
  connect(): void
  send(bytes: Uint8Array): void
  closed(): void
}

/** A stream that looks to `pg` like the socket of a PostgreSQL server, and leads to the engine's thread. */
export class WireStream extends Duplex {
  readonly #port: WireStreamPort

  constructor(port: WireStreamPort) {
    super()
    this.#port = port
  }

  connect(): this {
    this.#port.ready().then(
      () => {
        if (this.destroyed) return
        this.#port.connect()
        this.emit('connect')
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    // A copy, because the thread takes possession of the memory and `pg` reuses its buffers.
    this.#port.send(new Uint8Array(chunk))
    callback()
  }

  /** `pg` corks the four messages of a statement: they make one journey to the thread. */
  override _writev(chunks: { chunk: Buffer }[], callback: () => void): void {
    const bytes = new Uint8Array(chunks.reduce((size, { chunk }) => size + chunk.length, 0))
    let offset = 0
    for (const { chunk } of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    this.#port.send(bytes)
    callback()
  }

  override _final(callback: () => void): void {
    this.push(null)
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#port.closed()
    callback(error)
  }
}
