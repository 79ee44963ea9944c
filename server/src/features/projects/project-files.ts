import { limits, type LibraryDocument, type ReceivedFiles } from '@parvis/contract'
import type { Caller, Context } from '../../context.ts'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { withRetries } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import type { MultipartUpload } from '../../platform/http/handler.ts'
import { todayInParis } from '../../platform/paris.ts'
import { toLibraryDocument } from '../documents/present.ts'
import { selectDocuments } from '../documents/queries.ts'
import { addUpload } from '../documents/uploads/add-upload.ts'
import { findProject, requireWriter } from './queries.ts'

/** Lists the files of a project that the caller may use, last added first. @throws {AppError} `request.not_found` */
export async function listProjectFiles(context: Context, caller: Caller, project_id: string): Promise<LibraryDocument[]> {
  const { db } = context
  if ((await findProject(db, project_id, caller.id)) === null) throw notFound()
  const rows = await selectDocuments(db, caller.id)
    .innerJoin('project_document', 'project_document.document_id', 'document.id')
    .where('project_document.project_id', '=', project_id)
    .orderBy('project_document.position', 'desc')
    .execute()
  return rows.map((row) => toLibraryDocument(row, caller, todayInParis(context)))
}

/**
 * Uploads files into a project: all are stored and attached, or none. They belong to the owner of the project, whoever uploads them.
 * @throws {AppError} `request.not_found`, `projects.read_only`, `projects.too_many_files`, `projects.moved`, as `addUpload`
 */
export async function addProjectFiles(context: Context, caller: Caller, project_id: string, upload: MultipartUpload): Promise<ReceivedFiles> {
  const { owner_id } = await requireWriter(context.db, project_id, caller.id)
  const stored = addUpload(context, caller, upload, {
    name: `project ${project_id}`,
    owner_id,
    async attach(db, ids) {
      // The lock makes additions run one at a time, so that the count below stays right.
      const project = await requireWriter(db, project_id, caller.id, 'locked')
      // The project was given to somebody else during the upload.
      if (project.owner_id !== owner_id) throw new AppError('projects.moved')
      await db
        .insertInto('project_document')
        .values(ids.map((document_id) => ({ project_id, owner_id, document_id })))
        .onConflict((conflict) => conflict.columns(['project_id', 'document_id']).doNothing())
        .execute()
      const { count } = await db
        .selectFrom('project_document')
        .where('project_id', '=', project_id)
        .select((query) => query.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count > limits.files) throw new AppError('projects.too_many_files')
    },
  })
  return stored.catch((error: unknown) => {
    // The project was given away, or its owner's account deleted, during the upload.
    throw isForeignKeyViolation(error) ? new AppError('projects.moved', {}, { cause: error }) : error
  })
}

/** Removes a file from a project. A trigger deletes a file that no conversation uses. @throws {AppError} `request.not_found`, `projects.read_only` */
export async function removeProjectFile(db: Db, person_id: string, project_id: string, document_id: string): Promise<void> {
  await requireWriter(db, project_id, person_id)
  const takeOut = db.deleteFrom('project_document').where('project_id', '=', project_id).where('document_id', '=', document_id)
  await withRetries(() => takeOut.returning('document_id').executeTakeFirstOrThrow(notFound))
}
