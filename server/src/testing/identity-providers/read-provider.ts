import { readConfig } from '../../platform/config/config.ts'
import type { IdentityProvider } from '../../platform/config/identity-providers.ts'

/** One entry of `OIDC_PROVIDERS`, read as a start reads it. @throws {ConfigError} */
export const readProvider = (written: Record<string, unknown>): IdentityProvider =>
  readConfig({ OIDC_PROVIDERS: JSON.stringify([written]) }).signIn.providers[0]!
