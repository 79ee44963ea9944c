import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startRealProvider, type OidcAgent } from '../server/src/testing/identity-providers/real-provider.ts'
import { repositoryRoot } from './source-files.ts'

// `npm run demo:sso`: two local identity providers (one like an authority's own, one like ProConnect), three users known to both, and Parvis, which signs
// them in through these providers. Described in docs/organisation.md. Everything is deleted when it stops.

const siret = '21440109300015'
const agents: OidcAgent[] = [
  { sub: 'claire', email: 'claire.bernard@agglo.example', given_name: 'Claire', family_name: 'Bernard', groups: ['service:Ressources humaines'], siret },
  { sub: 'karim', email: 'karim.lefevre@agglo.example', given_name: 'Karim', family_name: 'Lefèvre', groups: ['service:Marchés publics'], siret },
  {
    sub: 'sophie',
    email: 'sophie.martin@agglo.example',
    given_name: 'Sophie',
    family_name: 'Martin',
    groups: ['service:Ressources humaines', 'parvis-admin'],
    siret,
  },
]

const port = process.env['PORT'] ?? '3000'
const url = `http://127.0.0.1:${port}`
const endpoints = { returnTo: `${url}/connexion/retour`, farewellTo: `${url}/deconnexion` }
const agglo = await startRealProvider('generic', agents, { ...endpoints, backchannel: `${url}/api/auth/oidc/agglo/backchannel-logout` })
const proconnect = await startRealProvider('proconnect', agents, endpoints)
const dataDir = mkdtempSync(join(tmpdir(), 'parvis-demo-sso-'))

console.log(`Fournisseurs d’identité de démonstration : ${agglo.settings.issuer} et ${proconnect.settings.issuer}.
Agents : ${agents.map(({ given_name, family_name, groups }) => `${given_name} ${family_name} (${groups.join(', ')})`).join(' ; ')}.`)
const server = spawn(process.execPath, [join(repositoryRoot, 'server/src/main.ts')], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: port,
    PUBLIC_URL: url,
    PARVIS_DATA_DIR: dataDir,
    OIDC_PROVIDERS: JSON.stringify([proconnect.written, agglo.written]),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code ?? 0)
})
