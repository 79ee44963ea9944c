import { errorCatalogue, routes, type Route } from '@parvis/contract'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { jsonSchema } from '../server/src/features/instance/openapi.ts'

/** Path of `docs/api.md`, generated from the contract. `npm run check` refuses an outdated one; `node tools/api-docs.ts --write` updates it. */
const apiDocsFile = path.resolve(import.meta.dirname, '../docs/api.md')

const access: Record<Route['access'], string> = {
  public: 'tout le monde',
  user: 'personne connectée',
  admin: 'administrateur',
  refresh: 'valeur de rafraîchissement',
  loopback_or_admin: 'administrateur, ou depuis la machine',
}

/** Groups of API routes with their titles, in page order. A title is the comment above the export of the group in contract/src/routes.ts. */
function titledGroups(): [name: string, title: string][] {
  const text = readFileSync(path.resolve(import.meta.dirname, '../contract/src/routes.ts'), 'utf8')
  const titled = [...text.matchAll(/^\/\*\* (.+) \*\/\nexport \{ (\w+) \} from/gm)].map(([, title, name]): [string, string] => [name!, title!])
  const untitled = Object.keys(routes).filter((group) => !titled.some(([name]) => name === group))
  if (untitled.length > 0) throw new Error(`contract/src/routes.ts gives no title to ${untitled.join(', ')}`)
  return titled
}

function apiDocs(): string {
  const groups: Record<string, Record<string, Route>> = routes
  const sections = titledGroups().map(([name, title]) => {
    const calls = Object.values(groups[name]!).map(describeRoute)
    return `## ${title}\n\n${calls.join('\n\n')}`
  })
  const errors = Object.entries(errorCatalogue).map(([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`)
  return `# Interface HTTP

<!-- Page engendrée par \`node tools/api-docs.ts --write\` à partir du contrat : ne pas la modifier à la main. -->

Tous les chemins sont sous \`/api\`. Le document OpenAPI 3.1 est servi par \`GET /api/openapi.json\`.

- **Premier mot de passe** : un compte dont le mot de passe a été choisi par un administrateur (\`POST /users\`, un import sans invitation, \`POST /users/:id/reset-password\`) reçoit 403 \`auth.must_change_password\` à tout autre appel que \`GET /auth/me\` et ceux de connexion, jusqu’à \`POST /auth/change-password\`. Là où \`SECOND_FACTOR\` l’exige, 403 \`auth.second_factor_due\` de même, jusqu’à ce qu’une double authentification soit activée.
- **Session** : \`POST /auth/login\` donne deux jetons. \`Authorization: Bearer <access_token>\` accompagne chaque appel, sauf ceux de tout le monde ; il vaut 15 minutes. \`POST /auth/refresh\`, avec \`refresh_token\` à la même place, en donne un nouveau. Aucun cookie.
- **Corps et réponses** : JSON en UTF-8, 1 Mio au plus (8 pour \`messageHistory\`), sauf les envois de fichiers et les flux. Un texte qui contient NUL ou un demi-caractère Unicode est refusé (422). Les noms d’utilisateur et les adresses se comparent sans la casse ni les caractères invisibles. Identifiants : UUID. Heures : ISO 8601, UTC. \`?\` marque un champ facultatif, \`≤\` le plus grand nombre de caractères d’un texte.
- **Ce qui manque et ce qui est à quelqu’un d’autre** donnent le même 404. Un \`429\` ou un \`503\` qui sait quand revenir le dit par \`Retry-After\`. Chaque réponse porte \`X-Request-Id\`, que le journal du serveur reprend. Un refus a toujours la forme décrite à la fin de cette page, même pour une demande illisible (400), trop lente (408) ou aux en-têtes trop longs (431).
- **Créations** : une création répondue par une erreur n’a pas eu lieu, sauf si la réponse elle-même s’est perdue. Celles qui prennent \`client_id\`, un UUID tiré par le client, rendent ce qui a été créé quand on les envoie de nouveau avec le même ; celui de quelqu’un d’autre n’y donne rien. Un message prend de même \`client_message_id\`.
- **Versions** : ce qui a un \`updated_at\` est servi avec un \`ETag\`. Une modification qui prend \`expected_updated_at\` prend aussi \`If-Match\` ; faite sur une version dépassée, elle est refusée avec ce qui est enregistré maintenant, par un 409 (412 avec \`If-Match\`).
- **Flux** : sans en-tête, le texte de la réponse et rien d’autre (\`text/plain\`). Avec \`Accept: text/event-stream\`, des événements \`delta\`, \`sources\`, \`usage\`, \`error\` et \`done\`, dont l’\`id\` croît. \`X-Stream-Id\` nomme la réponse : \`GET /streams/:stream_id\` avec \`Last-Event-ID\` la reprend où elle en était, \`POST /streams/:stream_id/stop\` l’arrête. Un échec du modèle avant le premier mot est une erreur HTTP ; après lui, la connexion est coupée net (texte) ou un événement \`error\` le dit : une réponse coupée ne paraît jamais entière.

${sections.join('\n\n')}

## Refus

Corps : \`{ "error", "message", "code", "request_id", "fields"? }\`.

| Code | Statut | Phrase |
|---|---|---|
${errors.join('\n')}
`
}

function describeRoute(route: Route): string {
  const lines = [`### ${route.method} ${route.path}`, '', `${route.summary} Accès : ${access[route.access]}.`]
  for (const [label, schema] of [
    ['Requête', route.query],
    ['Corps', route.body],
  ] as const) {
    if (schema !== undefined) lines.push(`- ${label} : ${describeSchema(jsonSchema(schema, 'input'))}`)
  }
  if (route.answer !== undefined) lines.push(`- Réponse ${route.status ?? 200} : ${describeSchema(jsonSchema(route.answer, 'output'))}`)
  if (route.kind === 'stream') lines.push('- Réponse 200 : flux de texte, ou d’événements avec `Accept: text/event-stream`')
  if (route.kind === 'text') lines.push('- Réponse 200 : texte')
  if (route.kind === 'file') lines.push('- Réponse 200 : le fichier')
  if (route.multipart) lines.push(`- Envoi : \`multipart/form-data\`, ${route.multipart.several ? 'parties' : 'partie'} \`${route.multipart.part}\``)
  return lines.join('\n')
}

type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
}

function describeSchema(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(' ou ')
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(' ou ')
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (schema.items) return `liste de ${describeSchema(schema.items)}`
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'} : ${describeSchema(field)}`)
    return `{ ${fields.join(', ')} }`
  }
  if (schema.maxLength !== undefined) return `texte ≤ ${new Intl.NumberFormat('fr-FR').format(schema.maxLength)}`
  const names: Record<string, string> = { string: 'texte', number: 'nombre', integer: 'nombre', boolean: 'booléen', object: 'objet', null: 'null' }
  return [schema.type ?? 'valeur']
    .flat()
    .map((type) => names[type] ?? type)
    .join(' ou ')
}

/** Whether the committed page matches the contract. */
export function apiDocsAreCurrent(): boolean {
  try {
    return readFileSync(apiDocsFile, 'utf8') === apiDocs()
  } catch {
    return false
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--write')) writeFileSync(apiDocsFile, apiDocs())
  else if (!apiDocsAreCurrent()) {
    process.stderr.write('docs/api.md n’est plus à jour : node tools/api-docs.ts --write\n')
    process.exitCode = 1
  }
}
