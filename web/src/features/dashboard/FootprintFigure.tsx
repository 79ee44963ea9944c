import { routes, type DashboardPeriod } from '@parvis/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { open } from '../../api/browser.ts'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { FootprintMethods } from '../../layout/footprint/FootprintMethods.tsx'
import { totalSentences } from '../../layout/footprint/footprint-words.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { localDay } from '../../ui/words/formats.ts'
import styles from './Dashboard.module.css'

/** Number of years that can be exported, the current one included. */
const exportedYears = 3

/** Estimated footprint of the period, with its methods and the export of a year. */
export function FootprintFigure({ days }: { days: DashboardPeriod }) {
  const { data, error, isFetching, refetch } = useQuery({ ...queryFor(routes.footprints.ofInstance, { query: { days } }), placeholderData: keepPreviousData })
  return (
    <section className={styles.footprint} aria-label="Empreinte estimée">
      <h2>Empreinte estimée</h2>
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'L’empreinte n’a pas pu être calculée.')}</ErrorMessage>}
      {data && totalSentences(data).map((sentence) => <p key={sentence}>{sentence}</p>)}
      <FootprintMethods estimate={null} />
      <YearExport />
    </section>
  )
}

/** Downloads a year as CSV: a line for each month, team and model. */
function YearExport() {
  const [currentYear] = useState(() => Number(localDay(new Date()).slice(0, 4)))
  const [year, setYear] = useState(currentYear)
  const [isPending, setPending] = useState(false)
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const years = Array.from({ length: exportedYears }, (_, ago) => String(currentYear - ago))

  async function save() {
    setPending(true)
    setNotice(null)
    try {
      const response = await open(routes.footprints.export, { query: { year } })
      saveBlob(await response.blob(), `empreinte-${year}.csv`)
    } catch (failure) {
      setNotice({ tone: 'error', sentence: sentenceOf(failure, 'L’empreinte n’a pas pu être exportée. Veuillez réessayer.') })
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <div className={styles.export}>
        <Select label="Année du bilan" options={years.map((id) => ({ id, label: id }))} value={String(year)} onChange={(id) => setYear(Number(id))} />
        <Button icon={<Download aria-hidden />} onPress={() => void save()} isPending={isPending} pendingLabel="Préparation…">
          Exporter en CSV
        </Button>
      </div>
      <Notice {...notice} onDismiss={() => setNotice(null)} />
    </>
  )
}
