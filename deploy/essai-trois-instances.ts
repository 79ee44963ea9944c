import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { digest, onInstance, signIn, type InstanceClient } from './essai/client.ts'
import {
  bucketKeys,
  createDatabase,
  hasSearchExtensions,
  runCommand,
  startInstance,
  startNginx,
  startPostgres,
  startStore,
  type Instance,
  type Store,
} from './essai/services.ts'
import { freePorts, stopAll } from './essai/processes.ts'
import { requireEqual, sayDetail, sayStep } from './essai/steps.ts'

const help = `Essai de Parvis à trois instances, sur une machine et sans conteneur.

Usage, depuis le dossier du code installé et construit (npm ci, npm run build) :
  node_modules/.bin/node deploy/essai-trois-instances.ts [DOSSIER]

Démarre PostgreSQL, radosgw, trois instances de Parvis et nginx, dans un DOSSIER de travail (à défaut, un dossier temporaire), sur des ports libres
de 127.0.0.1, et retire tout à la fin. Rien de ce qui tourne déjà n’est touché. Code de sortie 1 dès qu’une étape échoue.

Paquets Debian (sid le 30 novembre 2026 ; sans les deux extensions, la recherche se passe d’elles) :
  apt install postgresql-18 postgresql-18-pg-textsearch postgresql-18-pgvector radosgw nginx

Les programmes sont cherchés dans le PATH, dans /usr/sbin et dans /usr/lib/postgresql/*/bin ; sinon, nommez-les :
  ESSAI_POSTGRES=/chemin/vers/bin      dossier de initdb et de postgres
  ESSAI_RADOSGW=/chemin/vers/radosgw   ESSAI_RADOSGW_ADMIN=/chemin/vers/radosgw-admin
  ESSAI_NGINX=/chemin/vers/nginx
  ESSAI_COMPTE=postgres                compte qui lance PostgreSQL quand l’essai est lancé par root (« root » : son enveloppe en change elle-même)`

const question = 'Comment réserver le broyeur municipal de branches ?'
const category = 'Services techniques'
const rules = 'Le broyeur municipal de branches se réserve au guichet de la rue des Tanneurs, le mardi matin, sur présentation d’un justificatif.'

if (process.argv.slice(2).some((word) => word.startsWith('-'))) {
  process.stdout.write(`${help}\n`)
} else {
  const given = process.argv[2]
  const dir = given === undefined ? mkdtempSync(path.join(tmpdir(), 'parvis-essai-')) : path.resolve(given)
  mkdirSync(dir, { recursive: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopAll().then(() => process.exit(130)))
  try {
    await tryInstances(dir)
    process.stdout.write('\nL’essai est réussi.\n')
  } catch (error) {
    process.stderr.write(`\nL’essai a échoué : ${error instanceof Error ? error.message : String(error)}\nLes journaux sont dans ${dir}.\n`)
    process.exitCode = 1
  } finally {
    await stopAll()
    if (process.exitCode === undefined && given === undefined) rmSync(dir, { recursive: true, force: true })
  }
}

async function tryInstances(dir: string): Promise<void> {
  const [databasePort, storePort, first, second, third, frontPort] = (await freePorts(6)) as [number, number, number, number, number, number]
  const database = await startPostgres(path.join(dir, 'postgresql'), databasePort)
  const store = await startStore(path.join(dir, 'radosgw'), storePort)
  const front = `http://127.0.0.1:${frontPort}`
  const settings = {
    DATABASE_URL: database,
    ...store.settings,
    PARVIS_SECRET: randomBytes(32).toString('hex'),
    PARVIS_ADMIN_PASSWORD: `Essai-${randomBytes(9).toString('hex')}`,
    PARVIS_DEMO: 'false',
    SEARCH_ENGINE: (await hasSearchExtensions(database)) ? 'postgresql' : 'interne',
    PUBLIC_URL: front,
    TRUST_PROXY: '127.0.0.1',
    // No mail is sent here; without a relay, instances with disks of their own are refused.
    SMTP_URL: 'smtp://127.0.0.1:25',
  }
  const instances = await sayStep('trois instances démarrent, chacune avec son disque vide', () =>
    Promise.all([first, second, third].map((port, index) => startInstance(path.join(dir, `instance-${index + 1}`), port, settings))),
  )
  await refuseStrangers(dir, settings)
  await startNginx(path.join(dir, 'nginx'), frontPort, [first, second, third])
  const clients = await Promise.all(instances.map(({ url }) => signIn(url, settings.PARVIS_ADMIN_PASSWORD)))
  const atFront = onInstance(front, clients[0]!.token)
  const id = await shareFile(clients)
  await loseInstance(instances[1]!, atFront, clients[0]!, id)
  const waiting = await loseStore(store, clients, id)
  await restoreCopy(dir, settings, id)
  await eraseFile(store, clients, id, 1)
  await eraseFile(store, clients, waiting, 0)
  sayDetail(
    `moteur de recherche\u00a0: ${settings.SEARCH_ENGINE}\u00a0; mémoire des instances\u00a0: ${instances.map(({ memory }) => `${memory()} Mo`).join(', ')}`,
  )
}

async function refuseStrangers(dir: string, settings: Record<string, string>): Promise<void> {
  const refusals: [string, Record<string, string>][] = [
    ['PARVIS_SECRET', { PARVIS_SECRET: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['S3_PREFIX', { S3_PREFIX: 'ailleurs' }],
  ]
  for (const [name, changed] of refusals)
    await sayStep(`une quatrième instance réglée autrement (${name}) est refusée`, async () => {
      const [port] = await freePorts(1)
      const output = await startInstance(path.join(dir, `refusee-${name}`), port!, { ...settings, ...changed }).then(
        () => 'elle a démarré',
        (error: Error) => error.message,
      )
      const sentence = output.split('\n').find((line) => line.includes('n’est pas valable'))
      if (sentence === undefined || !/PARVIS_SECRET|SMTP_URL|S3_/.test(sentence)) throw new Error(`elle aurait dû être refusée : ${output}`)
      return sentence
    })
}

/** Uploads at the first instance, asks at the second, downloads at the third. @returns the id of the document */
async function shareFile([first, second, third]: readonly InstanceClient[]): Promise<string> {
  const id = await sayStep('un fichier est déposé à la première', () => first!.upload('reglement.txt', rules, category))
  await sayStep('il est lu et indexé', () => second!.untilIndexed(id))
  await sayStep('la question est posée à la deuxième, qui le cite', async () => {
    requireEqual(await second!.ask(question, category), ['reglement.txt'])
  })
  await sayStep('la troisième rend les mêmes octets', async () => requireEqual(await third!.digestOf(id), digest(rules)))
  return id
}

/** Kills an instance, and restarts it with an emptied disk. */
async function loseInstance(instance: Instance, front: InstanceClient, other: InstanceClient, id: string): Promise<void> {
  await sayStep('la deuxième est tuée : nginx passe aux autres, sans appel manqué', async () => {
    await instance.kill()
    for (let call = 0; call < 40; call += 1) requireEqual(await front.digestOf(id), digest(rules))
  })
  await sayStep('un fichier est déposé par nginx, et supprimé', async () => {
    await other.remove(await front.upload('autre.txt', 'Le marché se tient le samedi.', category))
  })
  await sayStep('elle revient avec un disque vidé, et sert le fichier', async () => {
    rmSync(instance.dir, { recursive: true, force: true })
    await instance.start()
    requireEqual(await onInstance(instance.url, other.token).digestOf(id), digest(rules))
  })
}

/** Kills the store while an uploaded file waits to be read, and starts it again. @returns the id of that document */
async function loseStore(store: Store, [first, second, third]: readonly InstanceClient[], id: string): Promise<string> {
  await sayStep('le stockage objet est tué : un dépôt et une lecture sont refusés (503) par une phrase', async () => {
    await store.kill()
    requireEqual(await second!.digestOf(id), '503')
    return third!.refusedUpload('refuse.txt', rules, category, 503)
  })
  await sayStep('les questions sont servies pendant ce temps', async () => requireEqual(await third!.ask(question, category), ['reglement.txt']))
  await sayStep('une relecture demandée pendant la panne attend', async () => {
    await first!.readAgain(id)
    await wait(5_000)
    const state = await first!.stateOf(id)
    if (state === 'echec') throw new Error('le document est dit en échec')
  })
  await sayStep('le stockage revient : la relecture s’achève, le fichier est rendu', async () => {
    await store.start()
    await second!.untilIndexed(id)
    requireEqual(await third!.digestOf(id), digest(rules))
  })
  return await sayStep('un dépôt passe de nouveau', () => first!.upload('suite.txt', 'La piscine ouvre à sept heures.', category))
}

/** Backs up, then restores the backup into another database and another prefix, and reads a file there. */
async function restoreCopy(dir: string, settings: Record<string, string>, id: string): Promise<void> {
  const archive = path.join(dir, 'sauvegarde', 'parvis.tar.gz')
  const copy = { ...settings, DATABASE_URL: await createDatabase(settings['DATABASE_URL']!, 'copie'), S3_PREFIX: 'copie' }
  await sayStep('une sauvegarde est faite pendant que les instances servent', () =>
    runCommand('server/src/backup.ts', archive, { ...settings, PARVIS_DATA_DIR: path.join(dir, 'commande') }),
  )
  const target = path.join(dir, 'copie')
  await sayStep('elle est restaurée dans une autre base et sous un autre préfixe', () =>
    runCommand('server/src/restore.ts', archive, { ...copy, PARVIS_DATA_DIR: target }),
  )
  await sayStep('l’instance restaurée rend le fichier', async () => {
    const [port] = await freePorts(1)
    const instance = await startInstance(target, port!, copy)
    requireEqual(await (await signIn(instance.url, settings['PARVIS_ADMIN_PASSWORD']!)).digestOf(id), digest(rules))
    await instance.kill()
  })
}

/** Deletes a document at the first instance; `left` files must then be in the store. */
async function eraseFile(store: Store, [first, second, third]: readonly InstanceClient[], id: string, left: number): Promise<void> {
  await sayStep('un fichier est supprimé à la première, et absent des deux autres et du stockage', async () => {
    await first!.remove(id)
    for (const client of [second!, third!]) requireEqual(await client.digestOf(id), '404')
    requireEqual(await second!.ask(question, category), [])
    requireEqual((await bucketKeys(store)).filter((key) => /^essai\/[0-9a-f-]{36}$/.test(key)).length, left)
  })
}
