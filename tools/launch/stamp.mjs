import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/**
 * Computes a hash of the names and contents of files.
 * @param {string} root
 * @param {string[]} files absolute
 * @returns {string}
 */
export function hashFiles(root, files) {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Lists every file under a folder, except under folders with a name of `skip`.
 * @param {string} folder
 * @param {string[]} skip
 * @returns {string[]}
 */
export function filesUnder(folder, skip) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skip.includes(entry.name) ? [] : filesUnder(path, skip)
    return entry.isFile() ? [path] : []
  })
}

/**
 * @param {string} file
 * @returns {string | undefined} the stored stamp; undefined when there is none
 */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** @param {string} file @param {string} stamp */
export function writeStamp(file, stamp) {
  writeFileSync(file, `${stamp}\n`)
}
