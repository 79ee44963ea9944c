import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './read-settings.ts'
import { settingTable } from './settings.ts'

const wrongTokens = ['"context_tokens":"8192"', '"context_tokens":1999', '"context_tokens":8192.5']
const wrongFields = ['"api_key":12', '"api_key":"clé"', '"key":"x"', '"model":["x"]', '"api_key":"x","url":"y"', ...wrongTokens]

const model = { id: 'a', label: 'A', base_url: 'http://127.0.0.1:9/v1', model: 'm', level: 1 }
const wrongModels = [
  ...[0, 4, '3', null, 1.5].map((level) => [{ ...model, level }]),
  ...['id', 'base_url', 'model', 'level'].map((field) => [{ ...model, [field]: undefined }]),
  [model, model],
  [],
  [{ ...model, niveau: 1 }],
  [{ ...model, images: 'oui' }],
  [{ ...model, pue: 0.5 }],
  [{ ...model, zone: 'France' }],
  [{ ...model, params_active: -1 }],
  [{ ...model, api_key: 'clé' }],
  [{ ...model, id: 'deux mots' }],
  [{ ...model, parameters: { messages: [] } }],
].map((list) => JSON.stringify(list))

const s3 = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'parvis', S3_ACCESS_KEY_ID: 'CLE', S3_SECRET_ACCESS_KEY: 'SECRET' }

/** Unusable values by setting, and what must stand beside them. */
const wrong: [name: string, values: string[], more?: Record<string, string>][] = [
  ['PORT', ['trois mille', '70000', '-1', '3e3', '0x10']],
  ['HOST', ['http://127.0.0.1', '127.0.0.1, ::1', 'ma machine', '[::1]']],
  ['PUBLIC_URL', ['exemple.fr', 'ftp://exemple.fr', 'https://', 'https://exemple.fr/?a=1', 'https://exemple.fr/#x', 'https://moi:secret@exemple.fr']],
  ['PUBLIC_URL', ['https://exemple.fr/parvis', 'https://exemple.fr/login/']],
  ['TRUST_PROXY', ['true', 'le mandataire', '10.0.0.0/99', '10.0.0.0/8/8', '300.1.1.1', '127.0.0.1,x']],
  ['DATABASE_URL', ['mysql://localhost/base', 'localhost']],
  ['S3_ENDPOINT', ['objets.ville.fr', 's3://objets', 'https://cle:secret@objets.ville.fr', '', ' '], s3],
  ['S3_ENDPOINT', [' '], { S3_PREFIX: 'parvis' }],
  ['S3_BUCKET', ['', 'Parvis', 'ab', 'parvis/fichiers', '-parvis'], s3],
  ['S3_REGION', ['fr par', 'https://fr'], s3],
  ['S3_ACCESS_KEY_ID', ['', 'deux mots'], s3],
  ['S3_SECRET_ACCESS_KEY', ['', 'clé'], s3],
  ['S3_PREFIX', ['/parvis', '../parvis/x y', 'a//b'], s3],
  ['S3_FORCE_PATH_STYLE', ['peut-être'], s3],
  ['PARVIS_SECRET', ['court', 'a'.repeat(64), 'secretsecretsecretsecretsecretsecret']],
  ['PARVIS_ADMIN_USERNAME', ['deux mots', 'a'.repeat(65), '<admin>', 'é@', '@ville.fr']],
  ['PARVIS_ADMIN_EMAIL', ['admin', 'a@b c', 'Parvis <a@b.fr>', '<a@b.fr>', `${'a'.repeat(250)}@b.fr`]],
  ['PARVIS_ADMIN_PASSWORD', ['court', 'x'.repeat(257)]],
  ['PARVIS_DEMO', ['peut-être']],
  ['SECURITY_CONTACT', ['la mairie', 'http://ville.fr/securite', 'javascript:alert(1)']],
  ['LLM_BASE_URL', ['api.exemple.fr', 'file:///etc/passwd', 'https://cle:secret@exemple.fr/v1', 'https://exemple.fr/v1#x']],
  ['OIDC_PROVIDERS', ['pas du json', '{}', '[null]', '[{"id":"x"}]']],
  ['SECOND_FACTOR', ['oui']],
  ['SEARCH_ENGINE', ['oui', 'postgres', 'Interne', 'auto,interne']],
  ['LOCAL_SIGN_IN', ['fermee', 'administrateurs']],
  ['LLM_FALLBACKS', ['pas du json', '{"base_url":"x"}', '[{"model":"x"}]', '[null]', '[{"base_url":"ftp://x"}]'], { LLM_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['LLM_FALLBACKS', ['[{"base_url":"http://127.0.0.1:9/v1"}]']],
  ['LLM_FALLBACKS', wrongFields.map((field) => `[{"base_url":"http://127.0.0.1:9/v1",${field}}]`), { LLM_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['LLM_MODELS', ['pas du json', '{}', '[null]', ...wrongModels]],
  ['LLM_MODELS', [JSON.stringify([model])], { LLM_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['LLM_MODELS', [JSON.stringify([model])], { MISTRAL_API_KEY: 'sk-1' }],
  ['LLM_PARAMS_ACTIVE', ['0', '-1', '7B', '1,2,3']],
  ['LLM_PARAMS_TOTAL', ['0', '100001']],
  ['LLM_ZONE', ['France', 'FR', 'fra']],
  ['LLM_PUE', ['0,9', '6', 'bon']],
  ['API_KEYS', ['oui']],
  ['LLM_LEVEL_NAMES', ['un', 'un,deux', 'un,deux,trois,quatre', 'un,un,deux']],
  ['LLM_API_KEY', ['…', 'clé', 'deux mots', 'sk-1\nX-Autre: 1']],
  ['MISTRAL_API_KEY', ['…', '“sk-1”']],
  ['LLM_FIRST_TOKEN_TIMEOUT_MS', ['0', '1 minute']],
  ['LLM_IDLE_TIMEOUT_MS', ['-5', '1.5']],
  ['LLM_TOTAL_TIMEOUT_MS', ['1e9', '99999999999']],
  ['LLM_CONTEXT_TOKENS', ['12', '1999', '2000001', '32k', '32 000', '-8000', '8e3', 'Infinity'], { LLM_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['CHAT_MAX_RUNNING', ['0']],
  ['CHAT_MAX_PER_MINUTE', ['beaucoup']],
  ['FULL_READING_CONFIRM_TOKENS', ['-1', '300k']],
  ['LLM_DEMO_PACE', ['vite']],
  ['EMBEDDINGS_BASE_URL', ['exemple', 'https://cle:secret@exemple.fr/v1', 'https://exemple.fr/v1#x']],
  ['EMBEDDINGS_API_KEY', ['…', 'deux mots'], { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1', EMBEDDINGS_MODEL: 'bge-m3' }],
  ['EMBEDDINGS_LEVEL', ['0', '4', 'interne'], { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1', EMBEDDINGS_MODEL: 'bge-m3' }],
  ['EMBEDDINGS_MODEL', ['', ' '], { EMBEDDINGS_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['TRANSCRIPTION_BASE_URL', ['exemple', 'https://cle:secret@exemple.fr/v1', 'https://exemple.fr/v1#x']],
  ['TRANSCRIPTION_API_KEY', ['…', 'deux mots'], { TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:9/v1', TRANSCRIPTION_MODEL: 'whisper' }],
  ['TRANSCRIPTION_LEVEL', ['0', '4', 'interne'], { TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:9/v1', TRANSCRIPTION_MODEL: 'whisper' }],
  ['TRANSCRIPTION_MODEL', ['', ' '], { TRANSCRIPTION_BASE_URL: 'http://127.0.0.1:9/v1' }],
  ['MASKING', ['oui', 'Masquer', 'prévenir']],
  ['MASKING_BELOW_LEVEL', ['0', '4', 'interne']],
  ['MASKING_KEEP', ['x'.repeat(101)]],
  ['MASKING_FILE_PATTERNS', ['CCAS-1', '[1]', '["("]', '["a*"]']],
  ['SMTP_URL', ['http://exemple.fr', 'exemple.fr:25']],
  ['MAIL_FROM', ['Parvis', '<>']],
  ['PASSWORD_POLICY', ['forte', 'CNIL']],
  ['REGISTRATION', ['libre']],
  ['DIRECTORY_SEARCH', ['true']],
  ['CHARTER', ['true', 'obligatoire']],
  ['USE_REGISTER', ['true', 'actif']],
  ['REGISTRATION_DOMAINS', ['ville.fr;agglo.fr', 'https://ville.fr']],
  ['SIGNUP_REQUEST_URL', ['javascript:alert(1)', '/demande']],
  ['QUOTA_TOKENS_PER_MONTH', ['0', '1,5', 'un million']],
  ['MAX_UPLOAD_MB', ['0', '1,5', '1 Go']],
  ['MAX_PROJECTS', ['0', 'mille']],
  ['MAX_CONVERSATIONS', ['-1', '1,5']],
  ['MAX_MESSAGES_MB', ['0', '50 Mo']],
  ['MAX_WRITTEN_DOCUMENTS_MB', ['0', '200 Mo']],
  ['OCR_MINUTES_PER_DAY', ['-1', '1441', '2 h']],
  ['CLAMAV_URL', ['antivirus:3310', 'http://antivirus', 'unix:']],
  ['CLAMAV_FAILURE', ['ignorer']],
  ['ACCESSIBILITY_SCHEME_URL', ['schema', 'javascript:alert(1)']],
  ['ACCESSIBILITY_AUDIT_DATE', ['31/03/2026', '2026-02-30', '2026'], { ACCESSIBILITY_AUDIT_RATE: '70' }],
  ['ACCESSIBILITY_AUDIT_RATE', ['101', '-1', 'bien'], { ACCESSIBILITY_AUDIT_DATE: '2026-03-31' }],
  ['LOG_RETENTION_DAYS', ['0', 'un an']],
  ['BACKUP_FILES', ['liste', 'oui']],
  ['BACKUP_RETENTION_DAYS', ['0', '1,5']],
  ['CORPUS_PUBLIC_KEYS', ['ma clé', 'MCowBQYDK2VwAyEAcourt=', '-----BEGIN PUBLIC KEY-----', `MCowBQYDK2VuAyEA${'A'.repeat(43)}=`]],
  ['BACKUP_KEYS', ['age1court', 'AGE-SECRET-KEY-1ABC']],
  ['BACKUP_PASSPHRASE', ['trop courte']],
  ['LOG_LEVEL', ['bavard']],
]

/** Any text may be right for these: only using them tells. */
const free = [
  'PARVIS_DATA_DIR',
  'LLM_MODEL',
  'LEGAL_PUBLISHER',
  'LEGAL_PUBLISHER_CONTACT',
  'LEGAL_PUBLICATION_DIRECTOR',
  'LEGAL_HOSTING',
  'LEGAL_DPO',
  'ACCESSIBILITY_CONTACT',
  'ACCESSIBILITY_AUDIT_BY',
  'BACKUP_IDENTITY_FILE',
  'PARVIS_MODE',
]

test('every setting is tried here, or takes any text', () => {
  expect([...new Set(wrong.map(([name]) => name)), ...free].sort()).toEqual(Object.keys(settingTable).sort())
})

/** End of the sentences, letter for letter; numbers, protocols, values and names of keys left out. */
const complaints = [
  'liste JSON attendue, par exemple [{"id":"interne","label":"Modèle interne","base_url":"https://exemple.fr/v1","model":"…","level":3}].',
  'modèle 1 : level vaut 1, 2 ou 3 (un nombre, sans guillemets).',
  'modèle 1 : id est un texte.',
  'modèle 1 : base_url est une adresse.',
  'modèle 1 : model est un texte.',
  'deux modèles ont le même id.',
  'au moins un modèle est attendu.',
  'modèle 1 : champ inconnu : niveau.',
  'modèle 1 : images vaut true ou false.',
  'modèle 1 : pue vaut 1 au moins.',
  'modèle 1 : zone est un code de trois capitales, par exemple FRA.',
  'modèle 1 : params_active est un nombre positif.',
  'modèle 1 : id n’a que des lettres sans accent, des chiffres et « . _ : / - » (100 au plus).',
  'modèle 1 : parameters ne contient pas model, messages, stream, stream_options, max_tokens, tools.',
  'trois noms différents attendus, par exemple externe,souverain,interne.',
  'il remplace LLM_BASE_URL : retirez celui-ci.',
  'il remplace MISTRAL_API_KEY : retirez celui-ci.',
  'context_tokens doit être un nombre entier entre N et M.',
  'nom de bac attendu : 3 à 63 minuscules, chiffres, points et tirets.',
  'nom de région attendu, par exemple us-east-1 ou fr-par.',
  'début de clé attendu, sans barre au début, par exemple parvis/fichiers.',
  'il manque, et va avec les autres réglages S3_… : donnez-les tous, ou aucun.',
  '32 caractères imprévisibles au moins sont attendus.',
  'LLM_BASE_URL doit être donné d’abord.',
  'OIDC_PROVIDERS doit être donné d’abord : sans fournisseur, plus personne ne se connecterait.',
  'adresse attendue, par exemple Parvis <parvis@exemple.fr>.',
  'adresse complète attendue, par exemple X://exemple.fr.',
  'adresse e-mail attendue.',
  'adresse e-mail ou https://… attendue.',
  'adresses IP ou réseaux attendus, par exemple 127.0.0.1,10.0.0.0/8.',
  'au moins 20 caractères.',
  'code de trois capitales attendu, par exemple FRA.',
  'clés publiques age attendues (age1…), séparées par des virgules.',
  'clés publiques Ed25519 attendues (la ligne MCowBQYDK2Vw… d’un fichier PEM), séparées par des virgules.',
  'date attendue, par exemple 2026-03-31.',
  'liste va avec un stockage objet (S3_ENDPOINT) : sans lui, une sauvegarde garde les fichiers.',
  'domaines attendus, par exemple ville.fr,agglo.fr.',
  'entre 12 et 256 caractères sont attendus.',
  'fournisseur 1 : id est obligatoire.',
  'fournisseur 1 : issuer est obligatoire.',
  'expressions simples attendues : ni référence arrière, ni assertion, et un texte vide ne convient pas.',
  String.raw`liste JSON d’expressions régulières attendue, par exemple ["CCAS-\\d{4}-\\d{5}"].`,
  'noms attendus, séparés par des virgules.',
  'le nom du modèle est attendu avec EMBEDDINGS_BASE_URL.',
  'le nom du modèle est attendu avec TRANSCRIPTION_BASE_URL.',
  'lettres, chiffres, points, tirets et soulignés seulement, ou une adresse e-mail.',
  'liste JSON attendue, par exemple [{"base_url":"https://exemple.fr/v1","api_key":"…","model":"…"}].',
  'liste JSON attendue, par exemple [{"id":"agglo","label":"l’agglomération","issuer":"https://identite.agglo.fr/realms/agents","client_id":"parvis","client_secret":"…"}].',
  'l’adresse ne doit contenir ni identifiant ni fragment ; la clé va dans KEY.',
  'l’adresse ne doit contenir ni identifiant, ni « ? », ni « # » : les liens des courriels la prolongent.',
  'l’adresse s’arrête au nom d’hôte et au port\u00a0: Parvis est à la racine de son site.',
  'nom ou adresse de cette machine attendu, par exemple 127.0.0.1 ou 0.0.0.0.',
  'nombre attendu entre 0,N et M.',
  'nombre attendu entre N et M.',
  'nombre entier attendu entre N et M.',
  'une clé n’a ni espace, ni accent, ni « … » ; recopiez-la telle que le serveur la donne.',
  'valeur attendue true ou false.',
  'valeurs admises : A, B.',
]
const withoutDetails = (sentence: string): string =>
  sentence
    .replace(/(?<=valeurs admises : ).+/, 'A, B.')
    .replace(/\d+ et \d+\.$/, 'N et M.')
    .replace(/\w+(?=:\/\/exemple\.fr\.$)/, 'X')
    .replace(/(?<=dans )[A-Z\d_]+/i, 'KEY')

describe('REL-30 a wrong value is refused with one French sentence that names its setting', () => {
  test.each(wrong.flatMap(([name, values, more = {}]) => values.map((value) => ({ name, value, more }))))('$name=$value', ({ name, value, more }) => {
    let refused: unknown
    try {
      readConfig({ ...more, [name]: value })
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(ConfigError)
    const { message, variable } = refused as ConfigError
    expect(variable).toBe(name)
    expect(message).toMatch(new RegExp(`^Le réglage ${name} n’est pas valable : [^\\n]+\\.$`))
    expect(complaints).toContain(withoutDetails(message.replace(/^.*? pas valable : /, '')))
    expect(message).not.toContain('cle:secret')
  })
})
