import { readConfig } from '../../platform/config/config.ts'
import type { IdentityProvider } from '../../platform/config/identity-providers.ts'

/** Reads an entry of `OIDC_PROVIDERS` as at start. @throws {ConfigError} */
export const readProvider = (written: Record<string, unknown>): IdentityProvider =>
  readConfig({ OIDC_PROVIDERS: JSON.stringify([written]) }).signIn.providers[0]!
