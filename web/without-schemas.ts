import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const importsSchemas = /^import (?!type).*'zod\/mini'/m
const contractFile = /[\\/]contract[\\/]src[\\/](?:features[\\/](?:[a-z-]+[\\/])?)?[a-z-]+\.ts$/

/**
 * Vite plugin that removes the schemas from the contract in a build, as only the server validates. What remains of a call is its method, path, kind, what
 * it changes, and whether it is public. Saves 15 kB of zod and schemas on every first visit. In development the contract is unchanged.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'parvis-without-schemas',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!contractFile.test(id) || !importsSchemas.test(await readFile(id, 'utf8'))) return null
      return plainExports((await import(pathToFileURL(id).href)) as Record<string, unknown>)
    },
  }
}

/**
 * Source of a module that contains the plain data of these exports. A schema exported by name becomes undefined, so that re-exports resolve. Functions are
 * left out, so that a page that needs one fails to build. Both are removed inside objects.
 */
export function plainExports(module: Record<string, unknown>): string {
  const lines = Object.entries(module).map(([name, value]) => [name, isSchema(value) ? 'undefined' : JSON.stringify(value, omitServerParts)] as const)
  return lines
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `export const ${name} = ${text};\n`)
    .join('')
}

/** Properties of a call that only the server reads. */
const serverOnlyKeys = ['summary', 'whenFull', 'form', 'forbidden', 'status', 'beforePasswordChange', 'beforeSecondFactor', 'bodyLimit', 'multipart']

function omitServerParts(this: unknown, key: string, part: unknown): unknown {
  const isOfCall = typeof this === 'object' && this !== null && 'method' in this && 'path' in this
  // Of `access`, pages only need to know whether a call is public.
  const isForServer = serverOnlyKeys.includes(key) || (key === 'access' && part !== 'public')
  return isSchema(part) || (isOfCall && isForServer) ? undefined : part
}

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value
