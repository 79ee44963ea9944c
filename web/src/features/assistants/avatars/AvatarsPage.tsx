import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { queryFor } from '../../../api/queries.ts'
import { countUse } from '../../../chat/count-use.ts'
import { paths } from '../../../paths.ts'
import { idParam } from '../../../router/search-param.ts'
import { useSearchParamState } from '../../../router/use-search-param-state.ts'
import { LinkCard } from '../../../ui/content/Card.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { plural } from '../../../ui/words/formats.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import styles from './AvatarsPage.module.css'
import { assistantsOf, personaOf, personas, type PersonaId, type Persona } from './personas.ts'
import { Check } from 'lucide-react'
import { PressButton } from '../../../ui/PressButton.tsx'
import { Portrait } from './Portrait.tsx'

/** Scrolls to the results when they are out of sight, as on a narrow screen, which the personas fill. */
function showResults() {
  const heading = document.getElementById(headingId)
  if (heading && heading.getBoundingClientRect().bottom > innerHeight - 80) heading.scrollIntoView({ behavior: 'smooth', block: 'start' })
}

const searchParams = { avatar: idParam('avatar') }

const headingId = 'assistants-de-l-avatar'

/** Three personas that group the assistants by theme (specification, chapter 2). The selected one is stored in the URL. */
export function AvatarsPage() {
  const { urlValues, change } = useSearchParamState(searchParams)
  const chosen = personaOf(urlValues.avatar)
  const assistants = useQuery(queryFor(routes.assistants.catalogue))
  const found = chosen && assistants.data ? assistantsOf(chosen, assistants.data) : null

  const isPicked = useRef(false)
  useEffect(() => {
    if (isPicked.current) showResults()
    isPicked.current = false
  }, [chosen])

  function choose(id: PersonaId, isSelected: boolean) {
    change({ avatar: isSelected ? id : '' })
    isPicked.current = isSelected
  }

  return (
    <>
      <PageTitle lead="Trois profils pour trouver vite le bon assistant. Choisissez celui qui ressemble à votre besoin.">Avatars</PageTitle>
      <ul className={styles.personas} aria-label="Avatars">
        {personas.map((persona) => (
          <li key={persona.id}>
            <PersonaCard persona={persona} isSelected={persona === chosen} onChange={(isSelected) => choose(persona.id, isSelected)} />
          </li>
        ))}
      </ul>
      {!chosen && <p className={styles.hint}>Choisissez un avatar pour voir les assistants qui lui correspondent.</p>}
      {chosen && (
        <section aria-labelledby={headingId} className={styles.results}>
          <div className={styles.head}>
            <h2 id={headingId}>{`Les assistants de ${chosen.name}`}</h2>
            {found && <p className={styles.count} role="status">{`${plural(found.length, 'assistant')} ${found.length < 2 ? 'disponible' : 'disponibles'}`}</p>}
          </div>
          {assistants.isPending && <Skeleton shape="cards" count={3} label="Chargement des assistants…" />}
          {assistants.isError && (
            <ErrorMessage query={assistants}>{`Impossible de charger les assistants. ${sentenceOf(assistants.error, 'Veuillez réessayer.')}`}</ErrorMessage>
          )}
          {found?.length === 0 && <EmptyState motif="personnes" title="Aucun assistant disponible pour cet avatar." />}
          {found && found.length > 0 && (
            <ul className={styles.grid}>
              {found.map((assistant) => (
                <li key={assistant.id}>
                  <LinkCard
                    href={paths.chatbotAssistant({ assistant: assistant.id })}
                    title={assistant.name}
                    icon={<Icon name={assistant.icon} />}
                    topic={assistant.category.name}
                    footer={plural(assistant.usage_count, 'utilisation')}
                    onPress={() => countUse(assistant.id)}
                  >
                    {assistant.description}
                  </LinkCard>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  )
}

/** Toggle button that selects a persona. */
function PersonaCard({ persona, isSelected, onChange }: { persona: Persona; isSelected: boolean; onChange: (isSelected: boolean) => void }) {
  const keywords = persona.keywords.map(({ label }) => label)
  return (
    <PressButton aria-pressed={isSelected} onPress={() => onChange(!isSelected)} className={styles.persona}>
      <span className={styles.portrait}>
        <Portrait persona={persona.id} />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>
          {persona.name}
          {isSelected && (
            <span className={styles.mark}>
              <Check aria-hidden />
            </span>
          )}
        </span>
        <span className={styles.theme}>{persona.theme}</span>
        <span className={styles.more}>
          <span className={styles.motto}>{persona.motto}</span>
          <span className={styles.keywords}>
            {keywords.map((keyword) => (
              <span key={keyword}>{keyword}</span>
            ))}
          </span>
        </span>
      </span>
    </PressButton>
  )
}
