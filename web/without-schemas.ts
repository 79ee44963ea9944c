import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const importsSchemas = /^import (?!type).*'zod\/mini'/m
const contractFile = /[\\/]contract[\\/]src[\\/](?:features[\\/](?:[a-z-]+[\\/])?)?[a-z-]+\.ts$/

/**
 * Takes the schemas out of the contract in the built application: a browser sends and receives, the server validates. What
 * stays of a call is its method, path, kind, what it changes, and whether it is public; zod and the schemas would cost 15 kB to every first visit. In
 * development the contract is served as it is.
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
 * A module of what is plain data among these exports: schemas are undefined, for those that are exported again by name;
 * functions are left out, so that a page that needs one does not build. Both are left out inside of objects.
 */
export function plainExports(module: Record<string, unknown>): string {
  const lines = Object.entries(module).map(([name, value]) => [name, isSchema(value) ? 'undefined' : JSON.stringify(value, leaveOut)] as const)
  return lines
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `export const ${name} = ${text};\n`)
    .join('')
}

/** What of a call the server alone looks at. */
const forServer = ['summary', 'whenFull', 'form', 'forbidden', 'status', 'beforePasswordChange', 'beforeSecondFactor', 'bodyLimit', 'multipart']

function leaveOut(this: unknown, key: string, part: unknown): unknown {
  const isOfCall = typeof this === 'object' && this !== null && 'method' in this && 'path' in this
  // A page asks one thing of the access: whether a call goes without a session.
  const isForServer = forServer.includes(key) || (key === 'access' && part !== 'public')
  return isSchema(part) || (isOfCall && isForServer) ? undefined : part
}

const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && '_zod' in value
