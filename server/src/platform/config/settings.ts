import * as z from 'zod/mini'
import { identityProviders } from './identity-providers.ts'
import { llmModels } from './llm-models.ts'
import * as kind from './setting-schemas.ts'

type TextSchema<T> = z.ZodMiniType<T, string>

/** Setting with a default: the text that its schema reads in place of an absent value, and that the documentation shows. */
const setting = <T>(schema: TextSchema<T>, text: string, description: string | null) => ({ schema: z.prefault(schema, text), default: text, description })

/** Setting whose value is null when it is absent. `documented`: its default according to the documentation. */
const optional = <T>(schema: TextSchema<T>, description: string, documented = '') => ({
  schema: z._default(z.nullable(schema), null),
  default: documented,
  description,
})

/** Settings of the environment, in the order of the documentation (docs/exploitation.md). Without a description: for this repository's own scripts. */
// oxfmt-ignore
export const settingTable = {
  PORT: setting(kind.integer(0, 65_535), '3000', 'Port d’écoute (0 : un port libre).'),
  HOST: setting(kind.host, '127.0.0.1', 'Adresse d’écoute.'),
  PUBLIC_URL: optional(kind.siteUrl, 'Base des liens dans les courriels, sans chemin (Parvis est à la racine de son site), et nom auquel les clés d’accès sont liées : elles demandent https:// et un nom d’hôte (ou http://localhost), et ne servent plus quand ce nom change.', 'http://HOST:PORT'),
  TRUST_PROXY: setting(kind.networks, 'false', 'Adresses ou réseaux des mandataires dont l’en-tête X-Forwarded-For est cru (séparés par des virgules).'),
  PARVIS_DATA_DIR: setting(kind.text, './data', 'Base embarquée, fichiers, secrets engendrés (mode 0600), boîte d’envoi.'),
  DATABASE_URL: optional(kind.url('postgres:', 'postgresql:'), 'Serveur PostgreSQL ≥ 15, base en UTF-8 ; sans lui, la base embarquée du dossier de données.'),
  S3_ENDPOINT: optional(kind.serverUrl('S3_SECRET_ACCESS_KEY'), 'Adresse d’un stockage objet compatible S3 : les fichiers y sont rangés, au lieu du dossier de données (voir « Les fichiers dans un stockage objet »). Va avec S3_BUCKET et les deux clés.'),
  S3_BUCKET: optional(kind.bucket, 'Nom du bac, qui existe déjà.'),
  S3_REGION: optional(kind.matching(/^[\w-]+$/, 'nom de région attendu, par exemple us-east-1 ou fr-par.'), 'Région du stockage objet.', 'us-east-1'),
  S3_ACCESS_KEY_ID: optional(kind.apiKey, 'Identifiant de la clé du stockage objet.'),
  S3_SECRET_ACCESS_KEY: optional(kind.apiKey, 'Clé secrète du stockage objet.'),
  S3_PREFIX: optional(kind.keyPrefix, 'Début des clés, propre à cette instance quand d’autres programmes se servent du même bac.'),
  S3_FORCE_PATH_STYLE: optional(kind.flag, 'true : le nom du bac est dans le chemin (https://adresse/bac), comme l’attendent la plupart des stockages ; false : dans le nom d’hôte.', 'true'),
  PARVIS_SECRET: optional(kind.secret, 'Secret qui signe les jetons d’accès et ferme les clés des applications de codes : 32 caractères imprévisibles au moins. Engendré et gardé dans le dossier de données s’il est absent. Le changer rend ces applications inutiles.', 'engendré'),
  PARVIS_ADMIN_USERNAME: setting(kind.adminUsername, 'admin', 'Nom du premier administrateur.'),
  PARVIS_ADMIN_EMAIL: setting(kind.adminEmail, 'admin@localhost', 'Adresse du premier administrateur.'),
  PARVIS_ADMIN_PASSWORD: optional(kind.adminPassword, 'Mot de passe du premier administrateur (12 caractères au moins) ; engendré et affiché une fois s’il est absent.', 'engendré'),
  PARVIS_DEMO: setting(kind.flag, 'true', 'Données de démonstration au premier démarrage.'),
  LLM_BASE_URL: optional(kind.serverUrl('LLM_API_KEY'), 'Serveur de modèle au protocole OpenAI (chat completions). Sans lui, le modèle de démonstration intégré.'),
  LLM_API_KEY: optional(kind.apiKey, 'Clé du serveur de modèle.'),
  LLM_MODEL: setting(kind.text, 'mistral-small-latest', 'Nom du modèle.'),
  MISTRAL_API_KEY: optional(kind.apiKey, 'Seule, elle vaut LLM_BASE_URL=https://api.mistral.ai/v1 avec cette clé.'),
  LLM_CONTEXT_TOKENS: optional(kind.contextTokens, 'Ce que le modèle peut lire d’un coup, question et réponse comprises, en jetons ; sans lui, ce que dit le serveur, sinon 32000.'),
  LLM_FALLBACKS: optional(kind.llmFallbacks, 'Liste JSON de serveurs de secours {base_url, api_key, model, context_tokens}, essayés dans l’ordre.'),
  LLM_MODELS: optional(llmModels, 'Liste JSON des modèles, par ordre de préférence, à la place de LLM_BASE_URL et de LLM_FALLBACKS : {id, label, base_url, api_key, model, level, context_tokens, images, params_active, params_total, zone, pue, price_in, price_out, parameters} (voir « Plusieurs modèles »).'),
  LLM_PARAMS_ACTIVE: optional(kind.decimal(0.01, 100_000), 'Paramètres actifs du modèle de LLM_BASE_URL, en milliards, pour son empreinte ; sans eux, ceux que son éditeur publie, si Parvis les connaît.'),
  LLM_PARAMS_TOTAL: optional(kind.decimal(0.01, 100_000), 'Paramètres de ce modèle en tout, en milliards ; sans eux, ses paramètres actifs.'),
  LLM_ZONE: optional(kind.zone, 'Pays de son serveur, en trois lettres, pour les émissions de son électricité : FRA, SWE, ou WOR (le monde), qui vaut pour tout autre.'),
  LLM_PUE: optional(kind.decimal(1, 5), 'Énergie que prend son centre de données pour une unité que prennent ses machines ; sans elle, 1,2 (1,16 chez Mistral).'),
  LLM_LEVEL_NAMES: setting(kind.levelNames, 'externe,souverain,interne', 'Noms des niveaux 1, 2 et 3, du moins protégé au plus protégé, séparés par des virgules.'),
  LLM_FIRST_TOKEN_TIMEOUT_MS: setting(kind.integer(1, 3_600_000), '60000', 'Attente maximale du premier mot.'),
  LLM_IDLE_TIMEOUT_MS: setting(kind.integer(1, 3_600_000), '60000', 'Silence maximal au milieu d’une réponse.'),
  LLM_TOTAL_TIMEOUT_MS: setting(kind.integer(1, 86_400_000), '600000', 'Durée maximale d’une réponse.'),
  CHAT_MAX_RUNNING: setting(kind.integer(1, 100_000), '2', 'Réponses qu’une personne peut avoir en cours à la fois.'),
  CHAT_MAX_PER_MINUTE: setting(kind.integer(1, 1_000_000), '30', 'Messages qu’une personne peut envoyer par minute.'),
  QUOTA_TOKENS_PER_MONTH: optional(kind.integer(1, 1_000_000_000_000), 'Jetons qu’une personne peut consommer par mois de Paris, là où rien d’autre n’est fixé pour elle ni pour ses services (voir [organisation.md](organisation.md)) ; sans lui, aucune limite.'),
  FULL_READING_CONFIRM_TOKENS: setting(kind.integer(0, 1_000_000_000), '300000', 'Jetons à lire (estimés) au-delà desquels une lecture complète de documents annonce son coût et attend l’accord de la personne.'),
  LLM_DEMO_PACE: setting(kind.integer(0, 10_000), '35', 'Mots par seconde du modèle de démonstration (0 : au plus vite).'),
  SEARCH_ENGINE: setting(kind.choice('auto', 'interne', 'postgresql'), 'auto', 'Moteur de recherche : interne (un index dans la mémoire de chaque instance), postgresql (celui de la base, avec pg_textsearch et pgvector), ou auto : postgresql à partir de 300 000 passages, si la base le peut (voir [Le moteur de recherche](#le-moteur-de-recherche)).'),
  EMBEDDINGS_BASE_URL: optional(kind.serverUrl('EMBEDDINGS_API_KEY'), 'Serveur de vecteurs au protocole OpenAI (embeddings) ; sans lui, la recherche intégrée.'),
  EMBEDDINGS_API_KEY: optional(kind.apiKey, 'Clé du serveur de vecteurs.'),
  EMBEDDINGS_MODEL: optional(kind.text, 'Nom du modèle de vecteurs.'),
  EMBEDDINGS_LEVEL: setting(kind.level, '1', 'Niveau du serveur de vecteurs (1, 2 ou 3) : ce qui demande un niveau plus haut ne lui est jamais envoyé, et se cherche par les mots.'),
  TRANSCRIPTION_BASE_URL: optional(kind.serverUrl('TRANSCRIPTION_API_KEY'), 'Serveur de dictée au protocole OpenAI (audio/transcriptions) ; sans lui, pas de dictée. L’enregistrement lui est envoyé une fois, et n’est gardé nulle part ici.'),
  TRANSCRIPTION_API_KEY: optional(kind.apiKey, 'Clé du serveur de dictée.'),
  TRANSCRIPTION_MODEL: optional(kind.text, 'Nom du modèle de dictée.'),
  TRANSCRIPTION_LEVEL: setting(kind.level, '1', 'Niveau du serveur de dictée (1, 2 ou 3) : une conversation qui demande un niveau plus haut ne lui envoie rien.'),
  MASKING: setting(kind.choice('non', 'prevenir', 'masquer'), 'non', 'Données personnelles (noms, adresses, numéros, mots de passe…) dans ce qui part vers un serveur de modèle ou de vecteurs : non (tout part tel quel), prevenir (la personne est avertie avant l’envoi, rien n’est masqué de soi-même) ou masquer (une étiquette comme [PERSONNE_1] part à la place, et la réponse retrouve la valeur). Un assistant peut avoir le sien.'),
  MASKING_BELOW_LEVEL: optional(kind.level, 'Niveau (1, 2 ou 3) au-dessous duquel un serveur ne reçoit rien qui ne soit masqué, quoi que disent MASKING et l’assistant.'),
  MASKING_KEEP: optional(kind.names, 'Noms, séparés par des virgules, qui ne sont jamais masqués : ceux des élus, par exemple.'),
  MASKING_FILE_PATTERNS: optional(kind.filePatterns, 'Liste JSON d’expressions régulières des numéros de dossier à masquer, par exemple ["CCAS-\\\\d{4}-\\\\d{5}"] ; sans elles, un numéro de dossier n’est pas masqué.'),
  SMTP_URL: optional(kind.url('smtp:', 'smtps:'), 'Serveur de courriel : smtps://, ou smtp:// qui exige STARTTLS hors de cette machine (« ?requireTLS=false » y renonce). Sans lui, chaque courriel devient un fichier du dossier outbox.'),
  MAIL_FROM: setting(kind.sender, 'Parvis <parvis@localhost>', 'Expéditeur des courriels.'),
  PASSWORD_POLICY: setting(kind.choice('contrat', 'cnil'), 'contrat', 'contrat : 6 caractères, avec un avertissement sous le seuil de la CNIL ; cnil : refusé sous ce seuil, comme il l’est toujours aux administrateurs.'),
  REGISTRATION: setting(kind.choice('ouverte', 'validation', 'fermee'), 'ouverte', 'ouverte, validation (inactif jusqu’à l’accord d’un administrateur) ou fermee.'),
  REGISTRATION_DOMAINS: optional(kind.domains, 'Domaines de courriel admis à l’inscription, séparés par des virgules ; l’adresse est alors prouvée par un lien envoyé par courriel.'),
  OIDC_PROVIDERS: optional(identityProviders, 'Liste JSON des fournisseurs d’identité OpenID Connect, dans l’ordre de leurs boutons (voir [organisation.md](organisation.md)) ; l’adresse de retour à leur donner est PUBLIC_URL suivie de /connexion/retour.'),
  LOCAL_SIGN_IN: setting(kind.choice('ouverte', 'administrateurs'), 'ouverte', 'ouverte, ou administrateurs : le mot de passe ne connecte plus qu’eux, et chacun passe par un fournisseur d’identité.'),
  DIRECTORY_SEARCH: setting(kind.choice('oui', 'non'), 'non', 'oui : qui partage ou confie quelque chose trouve ses collègues par un morceau de leur nom ou de leur adresse ; non : par leur nom d’utilisateur ou leur adresse en entier. Les administrateurs cherchent toujours par morceaux.'),
  SECOND_FACTOR: setting(kind.choice('facultatif', 'administrateurs', 'tous'), 'facultatif', 'Qui doit avoir la double authentification sur un compte à mot de passe : facultatif (qui le veut), administrateurs ou tous.'),
  API_KEYS: setting(kind.choice('non', 'administrateurs', 'services', 'tous'), 'non', 'Qui peut faire des clés personnelles, par lesquelles d’autres logiciels interrogent ses assistants (voir [cles.md](cles.md)) : non (personne, et celles qui existent ne servent plus), administrateurs, services (les membres d’un service) ou tous.'),
  CHARTER: setting(kind.choice('oui', 'non'), 'non', 'oui : chacun accepte la charte d’usage publiée par un administrateur avant de poser sa première question, et de nouveau à chaque version de fond ; non : aucune charte n’est demandée.'),
  USE_REGISTER: setting(kind.choice('oui', 'non'), 'non', 'oui : avant de publier un assistant, on dit s’il sert à un usage sensible (recrutement, évaluation, aides…), et un second administrateur le confirme ; non : le registre des usages se lit, se complète et s’exporte, et rien n’est demandé.'),
  SIGNUP_REQUEST_URL: optional(kind.webUrl, 'Formulaire externe de demande d’accès ; sans lui, le lien mène à /register.'),
  MAX_UPLOAD_MB: setting(kind.integer(1, 2_000), '25', 'Taille maximale d’un fichier, en Mo ; les fichiers d’une personne en prennent quarante fois autant au plus.'),
  MAX_PROJECTS: setting(kind.integer(1, 1_000_000), '500', 'Projets qu’une personne peut garder.'),
  MAX_CONVERSATIONS: setting(kind.integer(1, 1_000_000), '5000', 'Conversations qu’une personne peut garder.'),
  MAX_MESSAGES_MB: setting(kind.integer(1, 100_000), '50', 'Place que les messages d’une personne peuvent prendre, en Mo ; chaque message compte pour 1 ko au moins.'),
  MAX_WRITTEN_DOCUMENTS_MB: setting(kind.integer(1, 100_000), '200', 'Place que les documents rédigés d’une personne et leurs versions peuvent prendre, en Mo ; chacun compte pour 4 ko au moins.'),
  OCR_MINUTES_PER_DAY: setting(kind.integer(0, 1_440), '120', 'Minutes de lecture de documents numérisés ou longs par personne et par jour ; au-delà, ses pages numérisées attendent le lendemain (0 : sans limite).'),
  CLAMAV_URL: optional(kind.clamdAddress, 'Antivirus ClamAV (clamd) à qui montrer chaque fichier déposé : tcp://antivirus:3310 ou unix:///run/clamav/clamd.ctl. Sans lui, aucun examen. Dans clamd.conf, StreamMaxLength, MaxFileSize et MaxScanSize valent MAX_UPLOAD_MB au moins : au-delà du premier, Parvis refuse le fichier ; au-delà des autres, clamd dit sain ce qu’il n’a pas lu en entier.'),
  CLAMAV_FAILURE: setting(kind.choice('refuser', 'accepter'), 'refuser', 'Quand l’antivirus ne répond pas : refuser (le fichier n’est pas gardé) ou accepter (gardé, et signalé dans le journal).'),
  SECURITY_CONTACT: optional(kind.contact, 'Où signaler une faille de cette instance : adresse e-mail ou https://…, publiée dans /.well-known/security.txt (RFC 9116).'),
  LEGAL_PUBLISHER: optional(kind.text, 'Organisme qui édite le service : nom, statut, adresse (mentions légales, confidentialité).'),
  LEGAL_PUBLISHER_CONTACT: optional(kind.text, 'Téléphone et courriel de l’éditeur.'),
  LEGAL_PUBLICATION_DIRECTOR: optional(kind.text, 'Directeur ou directrice de la publication : nom et fonction.'),
  LEGAL_HOSTING: optional(kind.text, 'Hébergeur : nom, adresse et téléphone.'),
  LEGAL_DPO: optional(kind.text, 'Adresse du délégué à la protection des données.'),
  ACCESSIBILITY_CONTACT: optional(kind.text, 'Adresse du référent accessibilité.'),
  ACCESSIBILITY_SCHEME_URL: optional(kind.webUrl, 'Adresse du schéma pluriannuel d’accessibilité.'),
  ACCESSIBILITY_AUDIT_DATE: optional(kind.date, 'Date du dernier audit d’accessibilité (2026-03-31) ; sans audit de moins de trois ans, la déclaration dit « non conforme ».'),
  ACCESSIBILITY_AUDIT_RATE: optional(kind.integer(0, 100), 'Taux de conformité de cet audit, de 0 à 100 ; va avec la date.'),
  ACCESSIBILITY_AUDIT_BY: optional(kind.text, 'Qui a réalisé cet audit.'),
  LOG_RETENTION_DAYS: optional(kind.integer(1, 3_650), 'Jours pendant lesquels l’exploitant garde le journal du serveur ; affiché sur la page Confidentialité (le journal sort sur la sortie standard : c’est lui qui l’efface).'),
  BACKUP_KEYS: optional(kind.ageKeys, 'Clés publiques age (age1…), séparées par des virgules : les sauvegardes sont chiffrées pour elles.'),
  BACKUP_PASSPHRASE: optional(kind.passphrase, 'Phrase de 20 caractères au moins qui chiffre les sauvegardes, et les rouvre ; au lieu des clés.'),
  BACKUP_IDENTITY_FILE: optional(kind.text, 'Fichier de la clé secrète age, pour restaurer seulement : gardez-le hors du serveur.'),
  BACKUP_FILES: setting(kind.choice('archive', 'liste'), 'archive', 'Avec un stockage objet : archive, les fichiers sont dans chaque sauvegarde ; liste, elle ne porte que leur liste et leurs empreintes, et le stockage les garde lui-même (réplication, copies).'),
  BACKUP_RETENTION_DAYS: optional(kind.integer(1, 3_650), 'Jours pendant lesquels l’exploitant garde les sauvegardes ; affiché sur la page Confidentialité.'),
  CORPUS_PUBLIC_KEYS: optional(kind.ed25519Keys, 'Clés publiques Ed25519 (la ligne MCowBQYDK2Vw… de leur fichier PEM), séparées par des virgules : un corpus de textes qui n’est signé par aucune est refusé. Sans elles, tout corpus est admis, et la page « Corpus de textes » dit « Non signé » (voir [corpus.md](corpus.md)).'),
  LOG_LEVEL: setting(kind.choice('fatal', 'error', 'warn', 'info', 'debug', 'silent'), 'info', 'fatal, error, warn, info, debug ou silent. Lignes JSON sur la sortie standard, jamais de contenu.'),
  PARVIS_MODE: setting(kind.text, 'production', null),
}

export type SettingName = keyof typeof settingTable
export type SettingValue<N extends SettingName> = z.output<(typeof settingTable)[N]['schema']>

/** Settings offered to operators, as documented. */
export const settings = Object.entries(settingTable).flatMap(([name, { default: value, description }]) =>
  description === null ? [] : [{ name, default: value, description }],
)

/** Settings of older versions, and the advice shown when one prevents the start. */
export const removedSettings = [
  {
    name: 'LLM_CONTEXT_CHARS',
    advice: 'ce réglage n’existe plus ; retirez-le, ou limitez ce que le modèle lit avec LLM_CONTEXT_TOKENS, en jetons (60 000 caractères valent 20000).',
  },
] as const
