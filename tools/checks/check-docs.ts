import { posix } from 'node:path'
import type { SourceFile } from '../source-files.ts'

const headings = ['Contexte', 'Décision', 'Conséquences', 'Statut']
const decisionPath = /^docs\/decisions\/(?!README\.md$)[^/]+\.md$/
const decisionIndex = 'docs/decisions/README.md'
const operatorGuide = 'docs/exploitation.md'

/** A setting of server/src/platform/config/settings.ts: the fields that the documentation needs. */
export type DocumentedSetting = { name: string; default: string; description: string }

/** Checks that there is at least one decision, and that each has its four headings, a numbered name and a line in the index. */
export function checkDecisions(documents: SourceFile[]): string[] {
  const decisions = documents.filter(({ path }) => decisionPath.test(path))
  if (decisions.length === 0) return ['docs/decisions : aucune décision']
  const index = documents.find(({ path }) => path === decisionIndex)?.text ?? ''
  return decisions.flatMap(({ path, text }) => [
    ...(/\/\d{4}-[a-z0-9-]+\.md$/.test(path) ? [] : [`${path} : le nom attendu est NNNN-ce-qui-est-decide.md`]),
    ...headings.filter((heading) => !new RegExp(`^##+ ${heading}\\b`, 'mu').test(text)).map((heading) => `${path} : il manque le titre « ${heading} »`),
    ...(index.includes(`](${posix.basename(path)})`) ? [] : [`${decisionIndex} : il manque ${posix.basename(path)}`]),
  ])
}

/** Checks that each setting has its row in the operator's table, identical to its description in the code. */
export function checkSettings(settings: DocumentedSetting[], documents: SourceFile[]): string[] {
  const guide = documents.find(({ path }) => path === operatorGuide)
  if (!guide) return [`${operatorGuide} : le guide d’exploitation manque`]
  return settings
    .filter(({ name, default: value, description }) => !guide.text.includes(`| \`${name}\` | ${value === '' ? 'aucun' : `\`${value}\``} | ${description} |`))
    .map(({ name }) => `${operatorGuide} : la ligne du réglage ${name} n’est pas celle de server/src/platform/config/settings.ts`)
}

/** Checks that each relative link of a document leads to a file or folder of the repository. */
export function checkLinks(documents: SourceFile[], paths: string[]): string[] {
  const knownPaths = new Set(paths.flatMap((path) => [path, ...parents(path)]))
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#|<)([^)\s#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !knownPaths.has(posix.join(posix.dirname(path), decodeURI(target)).replace(/\/$/, '')))
      .map((target) => `${path} : le lien vers « ${target} » ne mène à rien`),
  )
}

/** Pattern of pages whose paths have their own check (check-proofs.ts), or are measured ones. */
const checkedApart = /^(docs\/(securite|specification|licences)|bench\/results\/.*)\.md$/
/** Page that also names files of other programs. */
const namesOtherPrograms = 'docs/journee-d-un-agent.md'

/**
 * Checks that each path of the repository named between backticks exists, alone or in a command; in the README of a package, also the paths of its own
 * `src`. `<…>`, `*` and `…` stand for variable names.
 */
export function checkNamedPaths(documents: SourceFile[], paths: string[]): string[] {
  const knownPaths = new Set(paths.flatMap((path) => [path, ...parents(path)]))
  return documents
    .filter(({ path }) => !checkedApart.test(path))
    .flatMap(({ path, text }) => {
      const folder = /^packages\/[^/]+\//.exec(path)?.[0]
      return [...text.matchAll(/`([^`\n]+)`/g)]
        .flatMap(([, code = '']) => code.split(/[\s=]+/))
        .filter(
          (mentionedPath) =>
            /^(contract|server|web|seed|e2e|bench|tools|docs|deploy|packages)\/./.test(mentionedPath) || (folder && /^src\/./.test(mentionedPath)),
        )
        .filter((mentionedPath) => !/[<*…{]|NNNN/.test(mentionedPath) && !(path === namesOtherPrograms && mentionedPath.startsWith('packages/')))
        .filter((mentionedPath) => !knownPaths.has(`${folder && mentionedPath.startsWith('src/') ? folder : ''}${mentionedPath.replace(/[/,;:)]+$/, '')}`))
        .map((mentionedPath) => `${path} : « ${mentionedPath} » n’existe pas`)
    })
}

function parents(path: string): string[] {
  const parent = posix.dirname(path)
  return parent === '.' ? ['.'] : [parent, ...parents(parent)]
}

const dayMs = 24 * 60 * 60 * 1000

/** Maximum number of days between the last change of the pictures and a later change of the screens. */
const maxDays = 45

/**
 * Compares the dates (`YYYY-MM-DD`) of the last changes of the README pictures and of the screens that they show. Today's date is not used, so that the
 * result of an unchanged repository stays the same. An unknown date (no git, shallow clone) passes.
 */
export function checkPictures(screens: string | null, pictures: string | null): string[] {
  if (screens === null || pictures === null) return []
  const days = (Date.parse(screens) - Date.parse(pictures)) / dayMs
  return days > maxDays
    ? [`docs/images : les écrans ont changé ${days} jours après les images du README (${maxDays} au plus) : « npm run screenshots », puis les regarder`]
    : []
}
