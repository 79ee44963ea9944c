import { existsSync } from 'node:fs'
import path from 'node:path'
import { runIngestionBench } from '../server/src/adapters/text-extraction/bench.ts'
import type { BenchReport } from './report.ts'
import { measureStalls } from './stalls.ts'

/** The samples beside the project, where the machine has them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/samples')

/** How much of what real documents are known to say is found in what is extracted from them. */
export async function benchIngestion(samples: string | undefined): Promise<BenchReport> {
  const directory = path.resolve(samples ?? besideProject)
  if (!existsSync(path.join(directory, 'manifest.json'))) throw new Error('Aucun manifest.json : donnez un dossier d’échantillons avec --samples.')
  const result = await runIngestionBench(directory)
  const rows = Object.entries(result.by_format).map(([format, figures]) => ({ format, ...(typeof figures === 'object' ? figures : { value: figures }) }))
  const stalls = await measureStalls()
  const { passages, indexing_s, indexing_stall_ms, start_stall_ms, call_p95_ms, call_max_ms } = stalls
  return {
    name: 'ingestion',
    title: `Extraction : ${result.snippets_found} extraits trouvés sur ${result.snippets_expected}, ${result.crashes} plantage(s)`,
    rows,
    note: `Un texte de 500 pages (${passages} passages) indexé en ${indexing_s.toFixed(1)} s ; pendant ce temps, la plus longue attente du processus est de ${indexing_stall_ms.toFixed(0)} ms, et un petit appel prend ${call_p95_ms.toFixed(0)} ms (p95), ${call_max_ms.toFixed(0)} ms au plus. Au démarrage, la lecture de l’index arrête le processus ${start_stall_ms.toFixed(0)} ms au plus.`,
    json: { ...result, stalls },
  }
}
