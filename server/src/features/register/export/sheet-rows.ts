import { areaWords, type InstanceInfo, type RegisterSheet, type RegisterSummary, type UsedModel } from '@parvis/contract'

/** Written where the product does not know, for a person to complete. */
export const unknown = '[À COMPLÉTER]'

const orUnknown = (text: string | null | undefined): string => (text === null || text === undefined || text.trim() === '' ? unknown : text.trim())

/** Formats a day, or the day in Paris of a time. */
export const frenchDay = (at: string): string => new Date(at).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })

export const stateNames: Record<RegisterSummary['state'], string> = {
  publie: 'Publié',
  inactif: 'Inactif',
  suspendu: 'Suspendu',
  en_attente: 'En attente de confirmation',
  clos: 'Clos',
}

export const classificationNames: Record<RegisterSummary['classification'], string> = {
  a_classer: 'À classer',
  ordinaire: 'Usage ordinaire',
  a_confirmer: 'Usage sensible, à confirmer',
  confirme: 'Usage sensible, confirmé',
  a_revoir: 'À revoir\u00a0: ses textes ou ses documents ont changé',
}

export const durationWords = (days: number | null): string => (days === null ? 'Sans limite' : `${days.toLocaleString('fr-FR')}\u00a0jours`)

export const hostWords = (host: string | null): string => (host === null ? 'sur ce serveur' : host)

export const modelWords = ({ label, level, level_name, host }: UsedModel): string => `${label} (niveau ${level}, ${level_name}\u00a0; ${hostWords(host)})`

const areasWords = ({ areas }: RegisterSheet): string => {
  if (areas === null) return unknown
  return areas.length === 0 ? 'Aucun usage sensible' : areas.map((area) => areaName(area)).join('\u00a0; ')
}

export const maskingNames: Record<RegisterSheet['masking'], string> = {
  non: 'Aucun',
  prevenir: 'La personne est prévenue avant l’envoi',
  masquer: 'Masquées avant l’envoi au modèle',
}

/** Name of an area, with its point of the annex. */
export const areaName = (area: keyof typeof areaWords): string => {
  const { name, point } = areaWords[area]
  return point === '' ? name : `${name} (annexe III, point ${point})`
}

function audienceOf({ everyone, teams, people }: RegisterSheet): string {
  const parts = [
    ...(everyone ? ['tous les comptes'] : []),
    ...(teams.length > 0 ? [`services\u00a0: ${teams.join(', ')}`] : []),
    ...(people > 0 ? [`${people}\u00a0personne${people > 1 ? 's' : ''} en leur nom`] : []),
  ]
  return parts.length === 0 ? 'personne pour l’instant' : parts.join('\u00a0; ')
}

function documentsOf({ document_categories, file_count }: RegisterSheet): string {
  const files = file_count === 0 ? [] : [`${file_count}\u00a0fichier${file_count > 1 ? 's' : ''} de son propriétaire`]
  const parts = [...document_categories.map(({ name, min_level }) => `${name} (niveau ${min_level})`), ...files]
  return parts.length === 0 ? 'Aucun' : parts.join('\u00a0; ')
}

const opinionOf = ({ opinion }: RegisterSheet): string =>
  opinion.length === 0
    ? 'Aucun signe'
    : opinion.map(({ area, passages }) => `${areaWords[area].name}\u00a0: ${passages.map((passage) => `«\u00a0${passage}\u00a0»`).join(', ')}`).join('\u00a0; ')

function confirmationOf({ confirmed_at, confirmed_by, confirmed_alone, areas }: RegisterSheet): string {
  if (areas === null || areas.length === 0) return 'Sans objet'
  if (confirmed_at === null) return unknown
  return `${confirmed_by ?? 'un compte supprimé'}, le ${frenchDay(confirmed_at)}${confirmed_alone ? ', seul administrateur ce jour-là' : ''}`
}

/** Retention of the conversations, and the fact that a hold or a person may change it. */
const retentionOf = ({ conversations_days }: RegisterSheet): string => `Conversations\u00a0: ${durationWords(conversations_days).toLowerCase()}`

/** Whether nothing of a question leaves this server: neither for its models, nor for the search or the dictation. */
const isAllHere = (models: readonly UsedModel[], { embeddings_host, transcription }: InstanceInfo): boolean =>
  models.length > 0 && models.every(({ host }) => host === null) && embeddings_host === null && transcription === null

/** Rows of a sheet for the register: title and value, in the order of the exports. The titles of the CSV file are the same. */
export function sheetRows(sheet: RegisterSheet, instance: InstanceInfo, security: string): [title: string, value: string][] {
  const { name, owner, closed_at, completed_at, completed_by, review_on, models } = sheet
  const { publisher, dpo } = instance
  const hosts = [...new Set(models.map(({ host }) => hostWords(host)))].join(', ')
  return [
    ['Usage', name],
    ['État', stateNames[sheet.state]],
    ['Responsable du traitement', orUnknown([publisher.name, publisher.contact].filter((part) => part !== null).join(', '))],
    ['Délégué à la protection des données', orUnknown(dpo)],
    ['Responsable de l’usage', orUnknown(sheet.responsible)],
    ['Propriétaire dans Parvis', owner ?? (sheet.state === 'clos' ? 'Assistant supprimé' : 'L’organisation')],
    ['Service', orUnknown(sheet.service)],
    ['Finalité', orUnknown(sheet.purpose)],
    ['Description', orUnknown(sheet.description)],
    ['Base légale', orUnknown(sheet.legal_basis)],
    ['Public', orUnknown(sheet.audience)],
    ['Accès ouverts', sheet.state === 'clos' ? 'Aucun' : audienceOf(sheet)],
    ['Personnes concernées', orUnknown(sheet.people_concerned)],
    ['Données à caractère personnel', orUnknown(sheet.personal_data)],
    ['Documents', documentsOf(sheet)],
    ['Niveau minimal', String(sheet.min_level)],
    ['Modèles', models.length === 0 ? 'Aucun modèle de ce niveau' : models.map(modelWords).join('\u00a0; ')],
    ['Destinataires (serveurs de modèle)', models.length === 0 ? 'Aucun' : hosts],
    [
      'Transferts hors de l’Union européenne',
      isAllHere(models, instance) ? 'Aucun\u00a0: les modèles, la recherche et la dictée sont sur ce serveur' : unknown,
    ],
    ['Masquage des données personnelles', maskingNames[sheet.masking]],
    ['Durée de conservation', retentionOf(sheet)],
    ['Mesures de sécurité', security],
    ['Décision humaine', orUnknown(sheet.human_decision)],
    ['Classement', classificationNames[sheet.classification]],
    ['Usages sensibles déclarés', areasWords(sheet)],
    ['Raisons du classement', sheet.areas === null ? unknown : orUnknown(sheet.areas_reason || (sheet.areas.length === 0 ? 'Aucun usage de la liste' : ''))],
    ['Avis des règles', opinionOf(sheet)],
    ['Déclaré par', sheet.answered_at === null ? unknown : `${sheet.answered_by ?? 'un compte supprimé'}, le ${frenchDay(sheet.answered_at)}`],
    ['Confirmé par', confirmationOf(sheet)],
    ['Créé le', frenchDay(sheet.created_at)],
    ['Partagé depuis le', frenchDay(sheet.opened_at)],
    ['Clos le', closed_at === null ? '' : frenchDay(closed_at)],
    ['À relire le', review_on === null ? unknown : frenchDay(`${review_on}T12:00:00Z`)],
    ['Complété par', completed_at === null ? unknown : `${completed_by ?? 'un compte supprimé'}, le ${frenchDay(completed_at)}`],
  ]
}
