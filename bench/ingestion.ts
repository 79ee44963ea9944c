import { existsSync } from 'node:fs'
import path from 'node:path'
import { runIngestionBench } from '@parvis/document-reading/bench'
import { measureLongPdf } from './long-pdf.ts'
import type { BenchReport } from './report.ts'

/** Folder of the samples beside the project, on machines that have them. */
const besideProject = path.resolve(import.meta.dirname, '../../shared/samples')
const megabyte = 2 ** 20

/**
 * Measures extraction from real documents: share of the known content found, speed and memory; and how fast a long PDF is read and indexed. Without
 * samples, only the long PDF, which the project generates, is measured.
 */
export async function benchIngestion(samples: string | undefined): Promise<BenchReport> {
  const directory = path.resolve(samples ?? besideProject)
  const hasSamples = existsSync(path.join(directory, 'manifest.json'))
  if (samples !== undefined && !hasSamples) throw new Error(`Aucun manifest.json dans ${samples}.`)
  const longPdf = await measureLongPdf()
  const speeds = { 'première lecture': rate(longPdf.first, 1), ensuite: rate(longPdf.again, 1), 'de l’envoi à la réponse possible': rate(longPdf.indexed, 1) }
  if (!hasSamples)
    return {
      name: 'ingestion',
      title: 'Extraction : un long PDF de texte',
      rows: [{ pages: longPdf.pages, ...speeds }],
      note: 'Pages par seconde. Sans dossier d’échantillons (`--samples`), rien d’autre n’est lu.',
    }
  const result = await runIngestionBench(directory)
  const rows = Object.entries(result.by_format).map(([format, figures]) => ({
    Format: format,
    'Fichiers essayés': figures.files,
    'Refus motivés': figures.refused,
    'Extraits trouvés': `${figures.snippets_found} / ${figures.snippets_expected}`,
    'Texte\u00a0: pages/s': figures.pages > 0 && format === 'pdf' ? rate(figures.pages, figures.seconds) : '',
    'première lecture': figures.pages > 0 && format === 'pdf' ? rate(figures.pages, figures.first_seconds) : '',
    'Texte\u00a0: Mo/s': rate(figures.bytes / megabyte, figures.seconds),
    'Image\u00a0: pages/min': figures.ocr_pages > 0 ? rate(figures.ocr_pages * 60, figures.ocr_seconds) : '',
    'Mémoire maximale (Mo)': Math.round(figures.peak_bytes / megabyte),
  }))
  return {
    name: 'ingestion',
    title: `Extraction : ${result.snippets_found} extraits trouvés sur ${result.snippets_expected}, ${result.crashes} plantage(s)`,
    rows,
    note: `Un PDF de ${longPdf.pages} pages de texte\u00a0: ${speeds['première lecture']} pages/s par un processus qui vient de démarrer, ${speeds.ensuite} ensuite, ${speeds['de l’envoi à la réponse possible']} de l’envoi à la réponse possible. Le tableau\u00a0: temps écoulé, dans le processus de lecture, déjà démarré\u00a0; chaque texte est lu deux fois, les vitesses sont celles de la seconde lecture, quand le code est chaud comme dans une longue file\u00a0; les fichiers refusés ne comptent pas. La mémoire est celle de ce processus\u00a0; un processus par format. Les fichiers abîmés sont des échantillons\u00a0: leur refus est attendu.`,
    json: result,
  }
}

function rate(quantity: number, seconds: number): string {
  return seconds === 0 ? '' : (quantity / seconds).toLocaleString('fr-FR', { maximumSignificantDigits: 3 })
}
