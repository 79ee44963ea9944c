import { existsSync } from 'node:fs'
import path from 'node:path'
import { runIngestionBench } from '../server/src/adapters/text-extraction/bench.ts'
import type { BenchReport } from './report.ts'

/** The samples beside the project, where the machine has them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/samples')

/** How much of what real documents are known to say is found in what is extracted from them. */
export async function benchIngestion(samples: string | undefined): Promise<BenchReport> {
  const directory = path.resolve(samples ?? besideProject)
  if (!existsSync(path.join(directory, 'manifest.json'))) throw new Error('Aucun manifest.json : donnez un dossier d’échantillons avec --samples.')
  const result = await runIngestionBench(directory)
  const rows = Object.entries(result.by_format).map(([format, figures]) => ({ format, ...(typeof figures === 'object' ? figures : { value: figures }) }))
  return {
    name: 'ingestion',
    title: `Extraction : ${result.snippets_found} extraits trouvés sur ${result.snippets_expected}, ${result.crashes} plantage(s)`,
    rows,
    json: result,
  }
}
