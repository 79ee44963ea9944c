import { legalSentences, retentionKinds, type RegisterSheet, type RetentionKind } from '@parvis/contract'
import type { DocumentBlock } from '@parvis/markdown'
import { body, heading, legal, list, table } from './blocks.ts'
import { securityMeasures } from './security.ts'
import { areaName, classificationNames, durationWords, frenchDay, hostWords, modelWords, sheetRows, stateNames, unknown } from './sheet-rows.ts'
import type { RegisterSnapshot } from './snapshot.ts'

const retentionNames: Record<RetentionKind, string> = {
  conversations: 'Conversations',
  written_documents: 'Documents rédigés',
  accounts: 'Comptes inactifs',
  feedback: 'Avis sur les réponses',
  mails: 'Courriels gardés sur le serveur',
  journal: 'Journal d’audit et de consommation',
}

const isSensitive = ({ areas, opinion, state }: RegisterSheet): boolean =>
  state !== 'clos' && ((areas?.length ?? 0) > 0 || (areas === null && opinion.length > 0))

/** Blocks of the file of an impact assessment, from the live settings. What the product does not know is left to complete. */
export function impactBlocks(snapshot: RegisterSnapshot): DocumentBlock[] {
  return [
    body(
      `Dossier préparé le ${frenchDay(snapshot.at)} d’après les réglages de Parvis à cette date. «\u00a0${unknown}\u00a0» marque ce que la collectivité seule connaît.`,
    ),
    ...legal('impact'),
    ...responsible(snapshot),
    ...uses(snapshot),
    ...models(snapshot),
    ...retention(snapshot),
    ...access(snapshot),
    heading(2, '6. Mesures de sécurité'),
    list(securityMeasures(snapshot)),
    ...assessment(),
    ...sensitiveUses(snapshot),
    heading(2, '9. Avis et décision'),
    table(
      ['Qui', 'Avis', 'Date'],
      [
        ['Délégué à la protection des données', unknown, unknown],
        ['Personnes concernées ou leurs représentants', unknown, unknown],
        ['Responsable du traitement', unknown, unknown],
      ],
    ),
    heading(2, '10. Textes cités'),
    list(
      Object.values(legalSentences).map(
        ({ source, read, isSure }) => `${source}. Lu le ${frenchDay(read)}${isSure ? '' : '\u00a0; à vérifier dans le texte publié'}.`,
      ),
    ),
  ]
}

function responsible({ instance }: RegisterSnapshot): DocumentBlock[] {
  return [
    heading(2, '1. Qui en répond'),
    table(
      ['Rubrique', 'Contenu'],
      [
        ['Responsable du traitement', instance.publisher.name ?? unknown],
        ['Contact', instance.publisher.contact ?? unknown],
        ['Délégué à la protection des données', instance.dpo ?? unknown],
        ['Hébergeur de Parvis', instance.hosting ?? unknown],
        ['Sous-traitants (contrats, dates)', unknown],
      ],
    ),
  ]
}

function uses({ sheets }: RegisterSnapshot): DocumentBlock[] {
  const open = sheets.filter(({ state }) => state !== 'clos')
  const closed = sheets.length - open.length
  return [
    heading(2, '2. Le traitement et ses usages'),
    body('Des agents posent des questions à un modèle de langage, par des assistants que la collectivité publie, avec des documents qu’elle choisit.'),
    body(`Registre des usages\u00a0: ${open.length}\u00a0en cours, ${closed}\u00a0clos.`),
    ...(open.length === 0
      ? []
      : [
          table(
            ['Usage', 'Finalité', 'État', 'Classement', 'Niveau minimal'],
            open.map((sheet) => [
              sheet.name,
              sheet.purpose.trim() || unknown,
              stateNames[sheet.state],
              classificationNames[sheet.classification],
              String(sheet.min_level),
            ]),
          ),
        ]),
  ]
}

function models({ instance, settings }: RegisterSnapshot): DocumentBlock[] {
  const { level_names: names, embeddings_host, embeddings_level, transcription, mail_host } = instance
  const level = (value: number) => `${value} (${names[value - 1]})`
  const rows = instance.models.map(({ label, level: value, host }) => [
    label,
    level(value),
    hostWords(host),
    host === null ? 'ici' : (settings.zones[label] ?? unknown),
  ])
  const others = [
    ['Vecteurs pour la recherche', level(embeddings_level), hostWords(embeddings_host), embeddings_host === null ? 'ici' : unknown],
    ...(transcription === null ? [] : [['Dictée', level(transcription.level), transcription.host, unknown]]),
    ['Courriels', '', mail_host ?? 'gardés sur ce serveur', mail_host === null ? 'ici' : unknown],
  ]
  return [
    heading(2, '3. Modèles, niveaux et hébergement'),
    body(
      instance.model.built_in
        ? 'Aucun serveur de modèle n’est réglé\u00a0: le modèle de démonstration répond, et rien ne sort de ce serveur.'
        : 'Une demande va à un modèle dont le niveau est au moins celui de ce qu’elle contient\u00a0; aucun serveur d’un niveau plus bas ne la reçoit.',
    ),
    table(['Modèle ou service', 'Niveau', 'Serveur', 'Pays déclaré'], [...rows, ...others]),
  ]
}

function retention({ instance, figures }: RegisterSnapshot): DocumentBlock[] {
  return [
    heading(2, '4. Données et durées de conservation'),
    table(
      ['Données', 'Durée'],
      [
        ...retentionKinds.map((kind) => [retentionNames[kind], durationWords(instance.retention[kind])]),
        ['Journal du serveur', instance.log_retention_days === null ? unknown : durationWords(instance.log_retention_days)],
        ['Sauvegardes', instance.backup_retention_days === null ? unknown : durationWords(instance.backup_retention_days)],
      ],
    ),
    body(
      `Gels en cours\u00a0: ${figures.legal_holds}. Chaque personne exporte et supprime ses données elle-même\u00a0; la suppression est rejouée après une restauration.`,
    ),
  ]
}

function access({ figures }: RegisterSnapshot): DocumentBlock[] {
  return [
    heading(2, '5. Accès et droits'),
    table(
      ['Mesure', 'Nombre'],
      [
        ['Comptes actifs', String(figures.accounts)],
        ['Administrateurs', String(figures.administrators)],
        ['Services', String(figures.teams)],
        ['Catégories de documents', String(figures.document_categories)],
        ['Catégories réservées', String(figures.restricted_categories)],
      ],
    ),
    body('Un administrateur ne lit ni les conversations, ni les projets, ni les documents chargés des personnes.'),
  ]
}

/** Parts that only people can write. */
function assessment(): DocumentBlock[] {
  const risks = [
    'Accès illégitime à des données',
    'Modification non désirée de données',
    'Disparition de données',
    'Réponse fausse suivie sans relecture',
    'Biais ou discrimination',
  ]
  return [
    heading(2, '7. Nécessité, proportionnalité et risques'),
    table(
      ['Question', 'Réponse'],
      [
        'Base légale du traitement',
        'Données nécessaires, et celles que l’on a écartées',
        'Information des personnes concernées',
        'Exercice de leurs droits',
      ].map((question) => [question, unknown]),
    ),
    table(
      ['Risque', 'Gravité', 'Vraisemblance', 'Mesures prévues'],
      risks.map((risk) => [risk, unknown, unknown, unknown]),
    ),
  ]
}

function sensitiveUses(snapshot: RegisterSnapshot): DocumentBlock[] {
  const sheets = snapshot.sheets.filter(isSensitive)
  return [
    heading(2, '8. Usages sensibles'),
    ...legal('annexIII'),
    ...legal('annexIIIDate'),
    body(
      sheets.length === 0
        ? 'Aucun usage sensible n’est déclaré, et les règles n’en voient aucun.'
        : `${sheets.length}\u00a0usage${sheets.length > 1 ? 's' : ''}\u00a0: déclarés, ou que les règles signalent et que personne n’a encore classés.`,
    ),
    ...sheets.flatMap((sheet) => {
      const rows = new Map(sheetRows(sheet, snapshot.instance, ''))
      const areas = sheet.areas ?? sheet.opinion.map(({ area }) => area)
      const shown = [
        'Finalité',
        'Personnes concernées',
        'Données à caractère personnel',
        'Décision humaine',
        'Raisons du classement',
        'Avis des règles',
        'Confirmé par',
        'Masquage des données personnelles',
        'Durée de conservation',
      ]
      return [
        heading(3, sheet.name),
        table(
          ['Rubrique', 'Contenu'],
          [
            ['Usages', areas.map(areaName).join('\u00a0; ')],
            ['Classement', classificationNames[sheet.classification]],
            ['Modèles', sheet.models.map(modelWords).join('\u00a0; ') || 'Aucun modèle de ce niveau'],
            ...shown.map((title) => [title, rows.get(title)!]),
          ],
        ),
      ]
    }),
  ]
}
