import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the installed program, which may also contain the data directory and the settings. */
const PROGRAM_ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Path, from the root of the program, of our own code run by the child. */
const PACKAGE = 'packages/document-reading'

/** Packages that the child loads, with their dependencies. */
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

/** Folders where npm installs the dependencies: in the package, or hoisted to the root. */
const PACKAGE_HOMES = [`${PACKAGE}/node_modules`, 'node_modules']

/**
 * Patterns of `--allow-fs-read` for the confined child: named code folders, never the root, because the default layout has the data directory and `.env`
 * there.
 */
export function readableCode(root = PROGRAM_ROOT): string[] {
  const packages = PACKAGES.flatMap((name) => PACKAGE_HOMES.map((home) => join(root, home, name)))
  const folders = [join(root, PACKAGE, 'src'), ...packages].filter((folder) => existsSync(folder))
  const files = ['package.json', `${PACKAGE}/package.json`].map((file) => join(root, file))
  // Modules are loaded by their real path, which differs when a folder is a link.
  return [...new Set([...folders, ...folders.map((folder) => realpathSync(folder))])].map((folder) => join(folder, '*')).concat(files)
}
