interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (address: string) => unknown }
}

/** Starts a worker from a file of the application. The Content Security Policy allows no other script URL. @param address URL known at build time */
export function startWorker(address: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const trusted = trustedTypes?.createPolicy('parvis-worker', { createScriptURL: () => address }).createScriptURL(address) ?? address
  return new Worker(trusted as string, { type: 'module' })
}
