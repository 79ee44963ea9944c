import type { Readable, Writable } from 'node:stream'
import { packTar, unpackTar } from 'modern-tar/fs'

/** Streams a tar archive of the files and subdirectories of a directory, with names relative to it. Sockets and links are left out. */
export const packDirectory = (root: string): Readable => packTar(root, { filter: (_, stat) => stat.isFile() || stat.isDirectory() })

/**
 * Extracts a tar archive below `root`, which is created if missing. Fails on a truncated or damaged archive, on a name that would leave `root`, and on an
 * entry that is neither a file nor a directory.
 */
export const unpackDirectory = (root: string): Writable =>
  unpackTar(root, {
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    map: ({ type, mtime: _, ...header }) => {
      // A file with two names is packed as a file and a link to it, inside the archive.
      if (type !== 'file' && type !== 'directory' && type !== 'link') throw new Error(`${header.name} is neither a file nor a directory`)
      // The modification time is dropped: files are as old as the restoration that wrote them.
      return { ...header, type }
    },
  })
