import * as z from 'zod/mini'
import { assistantFields, assistantIcon, documentCategoriesOf } from './assistants.ts'
import { id, requiredText, verbatimText } from '../common.ts'
import { defaultIcon } from '../icons.ts'
import { limits } from '../limits.ts'
import { maskingMode } from './masking/kinds.ts'
import { modelId, modelLevel } from './models.ts'
import { testCaseContent, testLimits } from './assistant-tests/cases.ts'
import { categoryName } from './documents.ts'
import { route } from '../route.ts'

/** Maximum size of a pack file in bytes, and maximum number of its items by kind. A larger export is refused too. */
export const packLimits = { bytes: 10 * 1024 * 1024, assistants: 1_000, prompts: 1_000, assistant_categories: 200, document_categories: 200 } as const

function list<S extends z.ZodMiniType>(item: S, name: 'assistants' | 'prompts' | 'assistant_categories' | 'document_categories') {
  const maxItems = packLimits[name]
  const sentence = `${new Intl.NumberFormat('fr-FR').format(maxItems)} éléments au plus`
  return z._default(z.array(item, 'Une liste est attendue').check(z.maxLength(maxItems, sentence)), [])
}

/** Version of the pack files that are written. */
export const packVersion = 2

/** Fields of a form, which version 2 has room for: none is known yet. */
const formFields = z.optional(z.array(z.unknown(), 'Une liste est attendue').check(z.maxLength(0, 'Les champs de formulaire ne sont pas encore connus')))

/** Content of a pack file (docs/packs.md). Unknown fields are dropped. */
export const pack = z.object({
  format: z.literal('parvis-pack', 'Ce fichier n’est pas un pack Parvis'),
  version: z.literal([1, packVersion], 'Cette version de pack n’est pas connue'),
  exported_at: z.optional(z.string().check(z.maxLength(40, 'Cette date est trop longue'))),
  assistant_categories: list(z.object({ name: categoryName, icon: z._default(assistantIcon, defaultIcon) }), 'assistant_categories'),
  document_categories: list(
    z.object({ name: categoryName, display_name: categoryName, /** Absent from version 1: 1 for a new category. */ min_level: z.optional(modelLevel) }),
    'document_categories',
  ),
  assistants: list(
    z.object({
      name: assistantFields.name,
      description: assistantFields.description,
      prompt_content: assistantFields.prompt_content,
      /** Absent from packs written before the field existed: an import leaves the suggested questions as they are. */
      starters: z.optional(assistantFields.starters),
      /**
       * Names of the document categories that the assistant searches. Names found neither in the pack nor in the installation are left out. Absent: an
       * import leaves the categories as they are.
       */
      document_categories: z.optional(documentCategoriesOf(categoryName)),
      /** Name of its category, in the pack or in the installation. */
      category: categoryName,
      icon: z._default(assistantIcon, defaultIcon),
      is_active: z._default(z.boolean('Vrai ou faux est attendu'), true),
      /** Absent from version 1, as the next two: a new assistant gets 1, no preference and no choice; an import leaves those of an existing one. */
      min_level: z.optional(modelLevel),
      /** Label of the preferred model, which another installation may have too: never its server. Null: no preference. */
      model: z.optional(z.nullable(modelId)),
      model_choice: z.optional(z.boolean('Vrai ou faux est attendu')),
      /** Masking of its conversations; null: that of the settings of the installation. */
      masking: z.optional(z.nullable(maskingMode)),
      form_fields: formFields,
      /** Test cases. Absent: an import leaves those of an existing assistant as they are. */
      test_cases: z.optional(
        z.array(testCaseContent, 'Une liste est attendue').check(z.maxLength(testLimits.cases, `${testLimits.cases} cas de contrôle au plus`)),
      ),
    }),
    'assistants',
  ),
  prompts: list(z.object({ name: requiredText(limits.name), content: verbatimText(limits.promptContent), form_fields: formFields }), 'prompts'),
})
export type Pack = z.infer<typeof pack>

const packItemKind = z.enum(['assistant_category', 'document_category', 'assistant', 'prompt'])
export type PackItemKind = z.infer<typeof packItemKind>

const packDifference = z.object({
  field: z.enum([
    'name',
    'display_name',
    'description',
    'prompt_content',
    'starters',
    'category',
    'document_categories',
    'icon',
    'content',
    'min_level',
    'model',
    'model_choice',
    'masking',
    'test_cases',
  ]),
  current: z.string(),
  incoming: z.string(),
})
export type PackDifference = z.infer<typeof packDifference>

const packItem = z.object({
  /** Position in the file, such as `assistants[3]`. */
  path: z.string(),
  kind: packItemKind,
  name: z.string(),
  state: z.enum(['new', 'identical', 'conflict']),
  /** Fields that differ, for a conflict; empty otherwise. */
  differences: z.array(packDifference),
  /** Document categories of an assistant that are neither in the pack nor in the installation: the assistant is imported without them. */
  left_out: z.array(z.string()),
  /** Label of the preferred model of an assistant, if the installation has none of that label: the assistant is imported without preference. */
  missing_model: z.nullable(z.string()),
  /** Minimum level of the models, as the file gives it: for an assistant and a document category. */
  min_level: z.optional(modelLevel),
})
export type PackItem = z.infer<typeof packItem>

/** `create` is for a new item; `replace` and `rename` (keep both) are for a conflict. */
const packDecision = z.enum(['ignore', 'create', 'replace', 'rename'], 'Ce choix n’existe pas')
export type PackDecision = z.infer<typeof packDecision>

const packPreview = z.object({
  /** Fingerprint of this preview. The import is refused if the installation has changed since. */
  fingerprint: z.string(),
  exported_at: z.nullable(z.string()),
  items: z.array(packItem),
})
export type PackPreview = z.infer<typeof packPreview>

/** Parses JSON. An invalid text becomes null, which the schema after it refuses. */
const json = z.transform((value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
})
const ids = (maxIds: number) => z.optional(z.array(id).check(z.maxLength(maxIds, 'La sélection est trop longue')))

export const packs = {
  export: route({
    method: 'POST',
    path: '/administration/packs/export',
    access: 'admin',
    kind: 'file',
    summary: 'Un pack JSON de ce qui est choisi ; une liste absente veut dire « tout ». Les catégories des assistants choisis en sont toujours.',
    body: z.object({
      assistant_ids: ids(packLimits.assistants),
      prompt_ids: ids(packLimits.prompts),
      assistant_category_ids: ids(packLimits.assistant_categories),
      document_category_ids: ids(packLimits.document_categories),
    }),
  }),
  preview: route({
    method: 'POST',
    path: '/administration/packs/preview',
    access: 'admin',
    multipart: { part: 'file' },
    summary: 'Ce qu’un pack (partie `file`) créerait, ce qui est identique et ce qui diffère ; rien n’est écrit.',
    body: z.object({}),
    answer: packPreview,
  }),
  import: route({
    method: 'POST',
    path: '/administration/packs/import',
    access: 'admin',
    changes: ['/assistants', '/prompts', '/administration', '/bibliotheque', '/rag/categories'],
    multipart: { part: 'file' },
    summary:
      'Applique un pack (partie `file`) en une fois, tout ou rien. `fingerprint` vient de l’aperçu ; `decisions` est un objet JSON, de `assistants[3]` vers un choix. Sans choix, le nouveau est créé et ce qui diffère est ignoré.',
    body: z.object({
      fingerprint: z.string('L’empreinte de l’aperçu est obligatoire').check(z.maxLength(100, 'Cette empreinte n’est pas la bonne')),
      decisions: z._default(z.pipe(z.pipe(z.string(), json), z.record(z.string(), packDecision, 'Les choix sont illisibles')), {}),
      /** `true`: new assistants are imported as inactive, so that they can be read first. */
      as_inactive: z._default(z.enum(['true', 'false'], 'Valeur attendue : true ou false'), 'false'),
    }),
    answer: z.object({
      message: z.string(),
      created: z.number(),
      replaced: z.number(),
      renamed: z.number(),
      ignored: z.number(),
      unchanged: z.number(),
      /** Document categories of the imported assistants that do not exist in the installation. */
      left_out: z.array(z.string()),
    }),
  }),
}
