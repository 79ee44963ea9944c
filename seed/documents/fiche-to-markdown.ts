/** A node of a fiche of service-public.fr, in the JSON of the package that distributes them. */
export type FicheNode = { type?: string; name?: string; text?: string; attributes?: Record<string, string>; children?: FicheNode[] }

/** Elements that are not part of the text: contacts, links, forms, references. */
const excludedElements = new Set([
  'Reference',
  'Definition',
  'Abreviation',
  'OuSAdresser',
  'ServiceEnLigne',
  'PourEnSavoirPlus',
  'VoirAussi',
  'FilDAriane',
  'DossierPere',
  'SousDossier',
  'QuestionReponse',
  'InformationComplementaire',
  'Audience',
  'Canal',
  'SurTitre',
  'Theme',
  'SousThemePere',
  'Partenaire',
  'Actualite',
  'CommentFaireSi',
  'Branche',
  'Condition',
  'Image',
  'Video',
  'Montant',
])
const notes: Record<string, string> = { ASavoir: 'À savoir', ANoter: 'À noter', Attention: 'Attention', Rappel: 'Rappel' }
const containers = new Set(['Chapitre', 'SousChapitre', 'Situation', 'Cas'])

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Returns the text of a node, without the elements of `excludedElements`. */
export function textOf(node: FicheNode | undefined): string {
  if (node === undefined) return ''
  if (node.type === 'text') return node.text ?? ''
  if (node.name !== undefined && excludedElements.has(node.name)) return ''
  return (node.children ?? []).map(textOf).join('')
}

/** Returns the first element of this name, at any depth. */
export function find(node: FicheNode, name: string): FicheNode | undefined {
  for (const child of node.children ?? []) {
    const found = child.name === name ? child : find(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Converts a fiche to Markdown: title, description, then its headings, paragraphs, lists and tables. */
export function ficheToMarkdown(fiche: FicheNode): string {
  const title = oneLine(textOf(find(fiche, 'dc:title')))
  const description = oneLine(textOf(find(fiche, 'dc:description')))
  const publication = find(fiche, 'Publication') ?? fiche
  const body = (publication.children ?? []).filter((child) => !child.name?.startsWith('dc:')).flatMap((child) => blocksOf(child, 2))
  const lines = [`# ${title}`, ...(body.some((block) => block.includes(description)) ? [] : [description]), ...body]
  return `${lines.filter(Boolean).join('\n\n')}\n`
}

function blocksOf(node: FicheNode, level: number): string[] {
  const { name, children = [] } = node
  if (name === undefined || excludedElements.has(name)) return []
  if (name === 'Paragraphe') return [oneLine(textOf(node))]
  if (name === 'Liste')
    return [
      children
        .map((item) => `- ${oneLine(textOf(item))}`)
        .filter((line) => line !== '- ')
        .join('\n'),
    ]
  if (name === 'Tableau') return [tableOf(node)]
  const note = notes[name]
  if (note !== undefined)
    return [
      `${note} : ${children
        .filter((child) => child.name !== 'Titre')
        .flatMap((child) => blocksOf(child, level))
        .join(' ')}`,
    ]
  if (!containers.has(name)) return children.filter((child) => child.name !== 'Titre').flatMap((child) => blocksOf(child, level))
  const heading = oneLine(textOf(children.find((child) => child.name === 'Titre')))
  const inside = children.filter((child) => child.name !== 'Titre').flatMap((child) => blocksOf(child, Math.min(level + 1, 6)))
  return inside.length === 0 ? [] : heading === '' ? inside : [`${'#'.repeat(level)} ${heading}`, ...inside]
}

function tableOf(table: FicheNode): string {
  const rows = (table.children ?? [])
    .filter(({ name }) => name === 'Rangée')
    .map((row) => (row.children ?? []).map((cell) => oneLine((cell.children ?? []).map(textOf).join(' ')).replaceAll('|', '/')))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const lines = rows.map((row) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`)
  const [header, ...others] = lines
  return header === undefined ? '' : [header, `|${' --- |'.repeat(width)}`, ...others].join('\n')
}
