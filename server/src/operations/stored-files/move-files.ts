import { sql } from 'kysely'
import { audited, serverCall } from '../../audit/audited.ts'
import type { Context } from '../../context.ts'
import { openStores } from '../../platform/blobs/open-blobs.ts'
import type { BlobDigest, BlobId, BlobStore } from '../../platform/blobs/port.ts'
import { ConfigError } from '../../platform/config/read-settings.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { prepareFiles } from '../../setup/prepare-files.ts'
import { haveSameFiles } from '../../setup/shared-instance.ts'
import { countText } from '../command.ts'
import { describeFile } from '../data-files.ts'
import { OperationError } from '../errors.ts'

type MoveTarget = 'dossier' | 's3'

const parallelCopies = 4
const idsPerQuery = 500

type Move = { context: Context; source: BlobStore; target: BlobStore }
type Outcome = 'copied' | 'present' | 'damaged' | 'missing'

/**
 * Moves every file to the object store, or back to the folder, while instances run: new files go to the target at once, and reads fall back on the source. A
 * file that the target has with the right digest is not copied again, so that the same command resumes an interrupted move. Once the target has every file,
 * the database records it and the copies in the source are deleted.
 * @returns the result, as French sentences
 * @throws {OperationError} without an object store in the settings, when a running instance has another bucket or folder than this process, when a file has
 *   other bytes than those that were stored, and when the source has none of the files
 * @throws {AppError} `files.unavailable` when a store does not answer during the move
 */
export async function moveFiles(context: Context, to: MoveTarget): Promise<string> {
  const { folder, s3 } = await openStores(context.config)
  if (s3 === null) throw new OperationError('Aucun stockage objet n’est donné par les réglages S3_…\u00a0: il n’y a rien à déplacer.')
  // The other instances would not find the files moved to another bucket or folder than theirs.
  if (!(await haveSameFiles(context.db, context))) throw settingsMismatch()
  const [source, target] = to === 's3' ? [folder, s3] : [s3, folder]
  await prepareFiles(context).catch((error: unknown) => {
    throw error instanceof ConfigError ? new OperationError(error.message, { cause: error }) : error
  })
  const move = async () => {
    await setTarget(context, to)
    const counts = await copyAll({ context, source, target })
    if (counts.damaged > 0) throw damagedFiles(counts)
    if (counts.missing > 0 && counts.copied + counts.present === 0 && !(await isWhole(context, to))) throw emptySource(to, counts)
    await declareWhole(context, to)
    await deleteCopies({ context, source, target }, to)
    return counts
  }
  return resultText(to, await audited(serverCall(context), 'operator.move_files', move, null, { count: ({ copied }) => copied }))
}

/** Makes a store the target of new files; both are then read. Changes nothing if it is the target already. */
async function setTarget({ db }: Context, target: MoveTarget): Promise<void> {
  await db.updateTable('file_store').set({ target, is_whole: false, is_moved_back: false }).where('target', '<>', target).execute()
}

/** Whether the database says that the target has every file. */
async function isWhole({ db }: Context, to: MoveTarget): Promise<boolean> {
  const { target, is_whole } = await db.selectFrom('file_store').select(['target', 'is_whole']).executeTakeFirstOrThrow()
  return is_whole && target === to
}

async function declareWhole({ db }: Context, target: MoveTarget): Promise<void> {
  const declared = await db
    .updateTable('file_store')
    .set({ is_whole: true, is_moved_back: target === 'dossier' })
    .where('target', '=', target)
    .returning('id')
    .execute()
  if (declared.length === 0) throw oppositeMove()
}

const oppositeMove = (): OperationError =>
  new OperationError('Un autre déplacement, en sens inverse, a commencé entre-temps\u00a0: relancez celui que vous voulez.')

type MoveCounts = Record<Outcome, number>

/** Copies the files of the source, then the files named by the database that the target still lacks. */
async function copyAll(move: Move): Promise<MoveCounts> {
  const counts: MoveCounts = { copied: 0, present: 0, damaged: 0, missing: 0 }
  const damaged = new Set<BlobId>()
  const copyEach = async (ids: readonly BlobId[]) => {
    const digests = await readDigests(move.context, ids)
    await eachInParallel(ids, async (id) => {
      const outcome = await copyFile(move, id, digests.get(id) ?? null)
      if (outcome === 'damaged') damaged.add(id)
      else counts[outcome] += 1
    })
  }
  for await (const page of move.source.olderThan(-Infinity))
    for (let at = 0; at < page.length; at += idsPerQuery) await copyEach(page.slice(at, at + idsPerQuery))
  // Files deleted while they were copied do not count: the database no longer names them.
  counts.missing = 0
  for await (const ids of namedFiles(move.context)) {
    const absent: BlobId[] = []
    await eachInParallel(ids, async (id) => void ((await move.target.stat(id)) === null && absent.push(id)))
    await copyEach(absent)
  }
  return { ...counts, damaged: damaged.size }
}

async function copyFile({ context, source, target }: Move, id: BlobId, sha256: BlobDigest): Promise<Outcome> {
  try {
    const digest = sha256 ?? (await source.stat(id))?.sha256 ?? (await source.withPath(id, describeFile))?.sha256 ?? null
    if (digest !== null && (await hasFile(target, id, digest))) return 'present'
    const copied = await source.withPath(id, (file) => target.put(id, file), digest)
    if (copied === null) return 'missing'
    await context.db.updateTable('document').set({ sha256: copied.sha256 }).where('blob_id', '=', id).where('sha256', 'is', null).execute()
    return 'copied'
  } catch (error) {
    if (error instanceof AppError && error.code === 'files.damaged') return 'damaged'
    throw error
  }
}

/** Whether a store has a file with this digest. The file is read if the store does not know its digest. */
async function hasFile(store: BlobStore, id: BlobId, sha256: string): Promise<boolean> {
  const found = await store.stat(id)
  if (found === null) return false
  return (found.sha256 ?? (await store.withPath(id, describeFile))?.sha256) === sha256
}

/** Deletes from the source the files that the target has. @throws when a move the other way begins: each would delete the copies of the other */
async function deleteCopies({ context, source, target }: Move, to: MoveTarget): Promise<void> {
  for await (const page of source.olderThan(-Infinity)) {
    if (!(await isWhole(context, to))) throw oppositeMove()
    await eachInParallel(page, async (id) => void ((await target.stat(id)) !== null && (await source.remove(id))))
  }
}

async function readDigests({ db }: Context, ids: readonly BlobId[]): Promise<Map<BlobId, BlobDigest>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('document').where('blob_id', 'in', ids).select(['blob_id', 'sha256']).execute()
  return new Map(rows.map(({ blob_id, sha256 }) => [blob_id!, sha256]))
}

/** Lists the files that the database names, by pages. */
async function* namedFiles({ db }: Context): AsyncGenerator<BlobId[]> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ blob_id: string }>`
      select blob_id from (select blob_id from document union select blob_id from corpus_import) named
      where blob_id > ${last} order by blob_id limit ${idsPerQuery}`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ blob_id }) => blob_id)
    last = rows.at(-1)!.blob_id
  }
}

async function eachInParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const runWorker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: parallelCopies }, runWorker))
}

const damagedFiles = ({ damaged, copied, present }: MoveCounts): OperationError =>
  new OperationError(
    `${countText(damaged, 'fichier n’a', 'fichiers n’ont')} plus les octets qui ont été déposés\u00a0: rendez-les d’une sauvegarde, ou supprimez leurs documents, puis relancez. ${countText(copied + present, 'autre est copié', 'autres sont copiés')}\u00a0; les deux endroits servent en attendant.`,
  )

const settingsMismatch = (): OperationError =>
  new OperationError(
    'Une instance en marche a un autre bac ou un autre dossier de données que cette commande\u00a0: lancez-la avec les réglages et le dossier de toutes, ou arrêtez les autres.',
  )

/** Creates the error of a source without any of the files: a folder of another machine, or a disk that is not mounted. */
const emptySource = (to: MoveTarget, { missing }: MoveCounts): OperationError =>
  new OperationError(
    `${to === 's3' ? 'Le dossier de données' : 'Le stockage objet'} n’a aucun des fichiers à déplacer (${missing.toLocaleString('fr-FR')})\u00a0: vérifiez ${to === 's3' ? 'PARVIS_DATA_DIR' : 'S3_BUCKET et S3_PREFIX'}. Rien n’a été déclaré.`,
  )

function resultText(to: MoveTarget, { copied, present, missing }: MoveCounts): string {
  const where = to === 's3' ? 'le stockage objet' : 'le dossier de données'
  return [
    `${countText(copied, 'fichier copié', 'fichiers copiés')}, ${countText(present, 'déjà là', 'déjà là')}.`,
    ...(missing === 0
      ? []
      : [`${countText(missing, 'fichier est introuvable', 'fichiers sont introuvables')} des deux côtés\u00a0: leurs documents sont à déposer à nouveau.`]),
    `Tous les fichiers sont dans ${where}.`,
    ...(to === 'dossier' ? ['Retirez maintenant les réglages S3_…, puis redémarrez.'] : []),
  ].join('\n')
}
