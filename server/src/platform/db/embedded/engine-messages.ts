/** Storage of the embedded engine: a PostgreSQL data directory, created as a copy of `prepared`, or memory filled from a tar file. */
export type EngineStorage = { kind: 'directory'; dir: string; prepared?: string } | { kind: 'memory'; template?: string }

/** Message to the engine's thread. Each `sequence` is answered once, by `done` or by the last bytes of its answer. */
export type EngineRequest =
  | { type: 'connect'; client: number }
  | { type: 'bytes'; client: number; sequence: number; bytes: Uint8Array }
  | { type: 'copy'; sequence: number; target: string }
  | { type: 'close'; sequence: number }

/** Message from the engine's thread. After `fatal` the thread must be terminated. */
export type EngineMessage =
  | { type: 'ready' }
  | { type: 'bytes'; client: number; bytes: Uint8Array; sequence?: number }
  | { type: 'done'; sequence: number }
  | { type: 'fatal'; reason: string }
