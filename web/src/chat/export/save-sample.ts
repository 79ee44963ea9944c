import { mediaTypes } from './export-document.ts'
import { fetchLetterhead } from './fetch-letterhead.ts'
import { fileName, saveAs } from './save.ts'

/** Downloads a sample document on the current letterhead. @throws when it cannot be created */
export async function saveSample(format: 'docx' | 'odt'): Promise<void> {
  const [letterhead, { officeWriters: write }, { sampleReport }] = await Promise.all([
    fetchLetterhead(format),
    import('./write.ts'),
    import('./sample-report.ts'),
  ])
  const date = new Date().toISOString()
  saveAs(new Blob([write[format](sampleReport(date), letterhead)], { type: mediaTypes[format] }), fileName({ parts: ['exemple'], date }, format))
}
