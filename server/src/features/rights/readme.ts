import type { Caller } from '../../context.ts'

const explanations: readonly (readonly [file: string, table: string, text: string])[] = [
  ['compte.json', 'app_user', 'votre compte et votre profil'],
  ['connexions.json', 'session', 'vos sessions ouvertes ou récentes, avec leurs dates'],
  ['changements-du-compte.json', 'account_change', 'les changements de votre mot de passe et de votre adresse, et qui les a faits'],
  ['liens-de-reinitialisation.json', 'password_reset', 'les demandes de nouveau mot de passe encore gardées'],
  ['compteurs.json', 'throttle', 'les compteurs qui limitent les tentatives et les envois ; ils s’effacent seuls'],
  ['projets.json', 'project', 'vos projets'],
  ['conversations.json', 'conversation', 'vos conversations'],
  ['documents-des-conversations.json', 'conversation_document', 'les documents que vos conversations interrogent, sous le nom qu’ils avaient'],
  ['nombres.json', 'holding', 'le nombre de vos projets et de vos conversations, et la place que prennent vos messages, en octets'],
  ['messages.json', 'message', 'leurs messages, avec les sources citées et vos avis (« conversation_id » dit de quelle conversation)'],
  ['reponses-en-cours.json', 'reply_chunk', 'le texte des réponses qui s’écrivaient au moment de la copie'],
  ['lectures-completes.json', 'full_reading', 'les lectures complètes de documents demandées dans vos conversations'],
  ['notes-de-lecture.json', 'full_reading_part', 'ce qui a été noté de chaque partie de ces documents, pour ne pas la relire'],
  ['documents.json', 'document', 'la fiche des documents que vous avez déposés'],
  ['travaux.json', 'job', 'les lectures de documents en attente'],
  ['pages-reconnues.json', 'recognised_page', 'les pages déjà lues d’un document numérisé dont la lecture n’est pas finie'],
  ['temps-de-lecture.json', 'reading_time', 'la durée de reconnaissance de caractères de vos documents, par jour'],
  ['versions-d-assistants.json', 'assistant_version', 'les consignes d’assistants que vous avez écrites'],
  ['gels.json', 'legal_hold', 'les gels qui suspendent la suppression de vos données'],
  ['identite-au-journal.json', 'audit_person', 'vos pseudonymes au journal d’audit, un par nom d’utilisateur que vous avez eu'],
  ['journal-d-audit.json', 'audit_event', 'vos actes inscrits au journal d’audit : connexions, exports, suppressions, administration'],
]

/** What people read first in the copy of their data. */
export function readme({ username }: Pick<Caller, 'username'>, at: Date, counts: Record<string, number>): string {
  const width = Math.max(...explanations.map(([file]) => file.length))
  const known = new Set(explanations.map(([, table]) => table))
  const lines = explanations.map(([file, table, text]) => `  ${file.padEnd(width)}  ${text} : ${counts[table] ?? 0}`)
  const more = Object.entries(counts).filter(([table]) => !known.has(table))
  return `COPIE DE VOS DONNÉES
Compte « ${username} », le ${at.toLocaleString('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' })}

Cette archive contient tout ce que cette installation de Parvis conserve de vous
(articles 15 et 20 du RGPD). Les fichiers .json s’ouvrent avec un éditeur de texte
et se relisent par un autre logiciel ; les dates sont en temps universel (UTC).

${lines.join('\n')}
${more.map(([table, count]) => `  ${table} : ${count}\n`).join('')}  documents/${' '.repeat(width - 10)}  les fichiers que vous avez déposés, sous leur nom d’origine
  ${'contenu.json'.padEnd(width)}  le nombre de lignes de chaque table, et ce qui est laissé de côté avec la raison

Ce qui n’y est pas :
  - l’empreinte de votre mot de passe et celles de vos jetons : elles permettraient
    d’entrer à votre place ;
  - ce que d’autres personnes ont écrit ou déposé ;
  - le journal technique du serveur, qui ne contient que des identifiants, des dates
    et des adresses de machine, et les actes d’autres personnes sur votre compte.
    Demandez-en un extrait à l’organisme qui exploite cette installation, ou à son
    délégué à la protection des données.
`
    .replaceAll(/ ([:;!?»])/g, '\u00a0$1')
    .replaceAll('« ', '«\u00a0')
}
