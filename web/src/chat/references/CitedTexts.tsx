import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/browser.ts'
import { keyOf } from '../../api/queries.ts'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { citedTexts, type CitedText } from './cited-texts.ts'
import styles from './CitedTexts.module.css'

const tones = { en_vigueur: 'success', modifie: 'warning', abroge: 'danger', inconnu: 'warning' } as const satisfies Record<CitedText['state'], string>

/** Longest text that is read, in UTF-16 units: the server refuses a longer one. */
const maxLength = 400_000

/** Articles and acts that a text cites, with their state today. Renders nothing when it cites none of the installed corpora, or when they cannot be read. */
export function CitedTexts({ text }: { text: string }) {
  const read = text.slice(0, maxLength)
  const { data } = useQuery({
    queryKey: [...keyOf(routes.references.find, { body: { text: read } })],
    queryFn: ({ signal }) => call(routes.references.find, { body: { text: read }, signal }),
    staleTime: Infinity,
  })
  const cited = useMemo(() => citedTexts(data?.references ?? []), [data])
  if (cited.length === 0) return null
  return (
    <section className={styles.cited} aria-label="Textes cités">
      <h3>Textes cités</h3>
      <ul>
        {cited.map(({ label, state, words }) => (
          <li key={label}>
            <span>{label}</span> <Badge tone={tones[state]}>{words}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
