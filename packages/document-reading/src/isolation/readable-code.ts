import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the installed program, which may hold the data directory and the settings too. */
const PROGRAM_ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Our own code that the child runs, from the root of the program. */
const PACKAGE = 'packages/document-reading'

/** Packages that the child runs, those that they need in their turn included. */
const PACKAGES = [
  '@e965/xlsx',
  '@hyzyla/pdfium',
  '@tesseract.js-data/fra',
  'bmp-js',
  'buffer-crc32',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'entities',
  'fd-slicer',
  'htmlparser2',
  'iconv-lite',
  'is-url',
  'pend',
  'postal-mime',
  'regenerator-runtime',
  'safer-buffer',
  'saxes',
  'tesseract.js',
  'tesseract.js-core',
  'unpdf',
  'wasm-feature-detect',
  'word-extractor',
  'xmlchars',
  'yauzl',
]

/** Where npm puts what it needs: beside it, or hoisted to the root. */
const PACKAGE_HOMES = [`${PACKAGE}/node_modules`, 'node_modules']

/**
 * All that the confined child may read, as patterns of `--allow-fs-read`: these folders of code by name, never the root,
 * since the data directory and `.env` stand there in the default layout.
 */
export function readableCode(root = PROGRAM_ROOT): string[] {
  const packages = PACKAGES.flatMap((name) => PACKAGE_HOMES.map((home) => join(root, home, name)))
  const folders = [join(root, PACKAGE, 'src'), ...packages].filter((folder) => existsSync(folder))
  const files = ['package.json', `${PACKAGE}/package.json`].map((file) => join(root, file))
  // Modules are loaded by their real path, which is another one where a folder is a link.
  return [...new Set([...folders, ...folders.map((folder) => realpathSync(folder))])].map((folder) => join(folder, '*')).concat(files)
}
