/** Where the embedded engine keeps its files: the PostgreSQL data directory, which begins as a copy of `prepared`, or memory filled from a tarball. */
export type EngineStorage = { kind: 'directory'; dir: string; prepared?: string } | { kind: 'memory'; template?: string }

/** To the thread. Each `sequence` is answered once, by `done` or by the last bytes of its answer. */
export type EngineRequest =
  | { type: 'connect'; client: number }
  | { type: 'bytes'; client: number; sequence: number; bytes: Uint8Array }
  | { type: 'copy'; sequence: number; target: string }
  | { type: 'close'; sequence: number }

/** From the thread. After `fatal` the thread must be thrown away. */
export type EngineMessage =
  | { type: 'ready' }
  | { type: 'bytes'; client: number; bytes: Uint8Array; sequence?: number }
  | { type: 'done'; sequence: number }
  | { type: 'fatal'; reason: string }
