import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import type { Environment } from '../platform/config/read-settings.ts'
import { openFolder } from '../testing/folder.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { checkSharedFolder, checkSharedSettings } from './shared-instance.ts'

const root = openFolder('instances')
const app = openTestApp()

const secret = Buffer.alloc(32, 1)
const shared = path.join(root, 'partage')
const ownFolder = () => path.join(root, randomUUID())
const relay = { SMTP_URL: 'smtps://relais.ville.fr' }

/** Runs the startup checks of one more instance. */
async function startBeside(settings: Environment, ownSecret: Uint8Array = secret): Promise<void> {
  const instanceId = randomUUID()
  await app.db.insertInto('writer').values({ id: instanceId }).execute()
  try {
    const config = readConfig({ PARVIS_DATA_DIR: shared, ...settings })
    await checkSharedSettings(app.db, { config, secret: ownSecret, instanceId })
    await checkSharedFolder(app.db, { config, instanceId })
  } catch (error) {
    await app.db.deleteFrom('writer').where('id', '=', instanceId).execute()
    throw error
  }
}

const store = { S3_ENDPOINT: 'https://objets.ville.fr', S3_BUCKET: 'parvis', S3_ACCESS_KEY_ID: 'CLE', S3_SECRET_ACCESS_KEY: 'sk-5' }
const locateFiles = (target: 'dossier' | 's3', is_whole: boolean) => app.db.updateTable('file_store').set({ target, is_whole }).execute()

const silenceAll = () =>
  app.db
    .updateTable('writer')
    .set({ heartbeat_at: new Date(Date.now() - 60_000).toISOString() })
    .execute()

test('an instance whose settings differ from the others is refused with the name of the setting', async () => {
  await startBeside({})
  await startBeside({})
  const other = Buffer.alloc(32, 2)
  await expect(startBeside({}, other)).rejects.toThrow('donnez à toutes le même PARVIS_SECRET, ou le même dossier partagé.')
  await expect(startBeside({ PARVIS_SECRET: 'k9Zr-4tQw-7Ylp-2Vbn-8Xcd-5Mhj-1Sag' }, other)).rejects.toThrow('a un autre secret\u00a0: donnez le même à toutes.')
  await expect(startBeside({ PARVIS_DATA_DIR: ownFolder() })).rejects.toThrow('Le réglage PARVIS_DATA_DIR n’est pas valable')
  await expect(startBeside(relay)).rejects.toThrow('Le réglage SMTP_URL n’est pas valable')
  await silenceAll()
  await startBeside({ ...relay, PARVIS_DATA_DIR: ownFolder() }, other)
})

test('instances with separate disks need the same object store and the same SMTP relay', async () => {
  await locateFiles('s3', true)
  const onOwnDisk = (settings: Environment) => startBeside({ PARVIS_DATA_DIR: ownFolder(), ...store, ...settings })
  await silenceAll()
  await onOwnDisk(relay)
  await onOwnDisk(relay)
  await expect(onOwnDisk({})).rejects.toThrow('donnez à toutes le même relais SMTP_URL.')
  for (const changed of [{ S3_ENDPOINT: 'https://autre.ville.fr' }, { S3_BUCKET: 'autre' }, { S3_PREFIX: 'autre' }])
    await expect(onOwnDisk({ ...relay, ...changed })).rejects.toThrow('donnez à toutes les mêmes S3_ENDPOINT, S3_BUCKET et S3_PREFIX.')
  await silenceAll()
  await onOwnDisk({})
  await expect(onOwnDisk({})).rejects.toThrow('Le réglage SMTP_URL n’est pas valable')
})

test.each([
  ['being moved to the bucket', 's3', false],
  ['back in the folder', 'dossier', true],
] as const)('while files are %s, instances must have the same folder', async (_name, target, is_whole) => {
  await silenceAll()
  await locateFiles(target, is_whole)
  await startBeside({ ...relay, ...store })
  await startBeside({ ...relay, ...store })
  await expect(startBeside({ ...relay, ...store, PARVIS_DATA_DIR: ownFolder() })).rejects.toThrow(/PARVIS_DATA_DIR .* move-files s3 ait fini/)
  await locateFiles('s3', true)
  await startBeside({ ...relay, ...store, PARVIS_DATA_DIR: ownFolder() })
})
