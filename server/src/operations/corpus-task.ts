import { existsSync } from 'node:fs'
import { audited, serverCall } from '../audit/audited.ts'
import type { Context } from '../context.ts'
import { importCorpus } from '../features/corpus/import-corpus.ts'
import { listCorpora } from '../features/corpus/list-corpora.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { countText } from './command.ts'
import { OperationError } from './errors.ts'

/** Duration of an import by the running server, in milliseconds, that the command waits for; a job does the rest. */
const servedBudgetMs = 60_000

/**
 * Imports the corpus pack of a file on this machine, for the operator. Interrupted, the same command goes on where it stopped.
 * @param isServing the application runs: it must answer others meanwhile
 * @throws {OperationError} when the file is missing, or the pack is refused
 */
export async function importCorpusFile(context: Context, path: string, { isServing }: { isServing: boolean }): Promise<string> {
  if (!existsSync(path)) throw new OperationError(`Le fichier ${path} n’existe pas.`)
  try {
    const { import_id, end } = await audited(
      serverCall(context),
      'operator.import_corpus',
      () => importCorpus(context, { path, blob_id: null }, isServing ? servedBudgetMs : null),
      ({ import_id: id }) => id,
    )
    const corpus = (await listCorpora(context.db)).find(({ id }) => id === import_id)
    const name = `«\u00a0${corpus?.name ?? ''}\u00a0»`
    if (end === 'more') return `L’import de ${name} continue. Le serveur en marche s’en charge\u00a0; ce qui est installé sert en attendant.`
    const unsigned = {
      verifiee: '',
      non_verifiee: ' Sa signature n’est pas vérifiée\u00a0: CORPUS_PUBLIC_KEYS n’est pas réglé.',
      absente: ' Il n’est pas signé.',
    }
    const size = `${countText(corpus?.articles ?? 0, 'article', 'articles')}, ${countText(corpus?.versions ?? 0, 'version', 'versions')}`
    const done = end === 'unchanged' ? 'est déjà installé' : 'est importé'
    return `Le corpus ${name} ${done}\u00a0: ${size}.${unsigned[corpus?.signature ?? 'absente']}`
  } catch (error) {
    if (error instanceof AppError)
      throw new OperationError([error.message, ...Object.values(error.details.fields ?? {})].slice(0, 21).join('\n  '), { cause: error })
    throw error
  }
}
