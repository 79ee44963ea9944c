import type { Readable, Writable } from 'node:stream'
import { packTar, unpackTar } from 'modern-tar/fs'

/**
 * The bytes of a tar archive of a directory's files and subdirectories, read one piece at a time; names are relative to it.
 * Sockets and links are left out.
 */
export const packDirectory = (root: string): Readable => packTar(root, { filter: (_, stat) => stat.isFile() || stat.isDirectory() })

/**
 * Writes the files of a tar archive below `root`, which is made when absent. Fails on an archive that is cut short or damaged,
 * on a name that would leave `root`, and on what is neither a file nor a directory.
 */
export const unpackDirectory = (root: string): Writable =>
  unpackTar(root, {
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    map: ({ type, mtime: _, ...header }) => {
      // Two names of one file are packed as a file and a link to it, inside the archive.
      if (type !== 'file' && type !== 'directory' && type !== 'link') throw new Error(`${header.name} is neither a file nor a directory`)
      // Files are as old as the restoration that wrote them.
      return { ...header, type }
    },
  })
