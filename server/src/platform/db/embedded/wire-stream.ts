import { Duplex } from 'node:stream'

type WireStreamPort = {
  /** Resolves when the engine accepts statements. */
  ready(): Promise<void>
  connect(): void
  send(bytes: Uint8Array): void
  closed(): void
}

/** Stream that acts for `pg` as the socket of a PostgreSQL server, connected to the engine's thread. */
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
    // Copy: the thread takes ownership of the memory, and `pg` reuses its buffers.
    this.#port.send(new Uint8Array(chunk))
    callback()
  }

  /** Sends the corked messages together: `pg` corks the four messages of a statement, which then make one trip to the thread. */
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
