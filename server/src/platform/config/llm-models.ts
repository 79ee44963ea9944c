import * as z from 'zod/mini'
import { apiKeyField, isDistinctBy, jsonList, must, serverUrl, windowField } from './setting-schemas.ts'

type Issue = { readonly path?: PropertyKey[] }

/** Error of a model, named by its position in the list. */
const refuse = (complaint: string) => ({ error: ({ path = [] }: Issue) => `modèle ${Number(path[0]) + 1} : ${complaint}` })
/** Error of one field of a model: the complaint follows the name of the field. */
const refuseField = (complaint: string) => ({ error: (issue: Issue) => refuse(`${String(issue.path?.[1])} ${complaint}`).error(issue) })

const text = z.string(refuseField('est un texte.')).check(z.trim(), z.minLength(1, refuseField('ne peut pas être vide.')))
const positive = z.number(refuseField('est un nombre.')).check(z.gte(0, refuseField('est un nombre positif.')))

/** Fields of a request that the product writes itself. */
const reservedParameters = new Set(['model', 'messages', 'stream', 'stream_options', 'max_tokens', 'tools'])

const shape = 'liste JSON attendue, par exemple [{"id":"interne","label":"Modèle interne","base_url":"https://exemple.fr/v1","model":"…","level":3}].'

const model = z.strictObject(
  {
    id: text.check(
      must((id) => /^[A-Za-z0-9][\w.:/-]{0,99}$/.test(id), refuse('id n’a que des lettres sans accent, des chiffres et « . _ : / - » (100 au plus).')),
    ),
    /** Shown to people; absent: `model`. */
    label: z.nullish(text.check(z.maxLength(100, refuseField('a 100 caractères au plus.')))),
    base_url: z.pipe(z.string(refuseField('est une adresse.')), serverUrl('api_key')),
    api_key: apiKeyField,
    model: text,
    /** Confidentiality level. A number: no default, because a model of an unknown level could receive what must not leave. */
    level: z.union([z.literal(1), z.literal(2), z.literal(3)], refuseField('vaut 1, 2 ou 3 (un nombre, sans guillemets).')),
    context_tokens: windowField,
    /** The model reads pictures. */
    images: z.nullish(z.boolean(refuseField('vaut true ou false.'))),
    /** Active and total parameters, in billions. */
    params_active: z.nullish(positive),
    params_total: z.nullish(positive),
    /** Zone of the electricity mix, as an ISO 3166-1 alpha-3 code, or `WOR`. */
    zone: z.nullish(
      z.string(refuseField('est un texte.')).check(must((zone) => /^[A-Z]{3}$/.test(zone), refuseField('est un code de trois capitales, par exemple FRA.'))),
    ),
    /** Power usage effectiveness of the data centre. */
    pue: z.nullish(z.number(refuseField('est un nombre.')).check(z.gte(1, refuseField('vaut 1 au moins.')), z.lte(5, refuseField('vaut 5 au plus.')))),
    /** Prices in euros, for a million tokens read and written. */
    price_in: z.nullish(positive),
    price_out: z.nullish(positive),
    /** Fields added to the body of each request, for example `{"temperature": 0.3}`. */
    parameters: z.nullish(
      z
        .record(z.string(), z.unknown(), refuseField('est un objet.'))
        .check(
          must(
            (fields) => Object.keys(fields).every((name) => !reservedParameters.has(name)),
            refuseField(`ne contient pas ${[...reservedParameters].join(', ')}.`),
          ),
        ),
    ),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? refuse(`champ inconnu : ${issue.keys.join(', ')}.`).error(issue) : shape) },
)

/** Models of the installation, in order of preference. */
export const llmModels = jsonList(model, shape).check(
  must((models) => models.length > 0, 'au moins un modèle est attendu.'),
  must((models) => isDistinctBy(models, ({ id }) => id), 'deux modèles ont le même id.'),
)

/** Model of the setting `LLM_MODELS`. */
export type ModelSetting = z.output<typeof llmModels>[number]
