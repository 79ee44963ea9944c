import { routes, type DocumentProgress } from '@parvis/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { queryFor, queryClient } from '../api/queries.ts'
import { AttachButton } from '../chat/files/AttachButton.tsx'
import { FileChips } from '../chat/files/FileChips.tsx'
import type { FilesState } from '../chat/files/files-state.ts'
import { Composer } from '../chat/composer/Composer.tsx'
import { ContextChips } from '../features/chat/assistant/ContextChips.tsx'
import { PageTitle } from '../ui/content/PageTitle.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './Gallery.module.css'

const ignore = () => undefined

// Sample data for the lists, with a time in the future so that it never becomes stale: the gallery has no session and sends no request.
const neverStale = { updatedAt: Date.now() + 1e12 }
queryClient.setQueryData(queryFor(routes.projects.list).queryKey, [], neverStale)
queryClient.setQueryData(queryFor(routes.library.categories).queryKey, { categories: [] }, neverStale)
queryClient.setQueryData(queryFor(routes.promptChoices.list).queryKey, [], neverStale)

const file = (name: string) => new File(['x'], name)
const attachedFile = (document_id: string, filename: string) => ({ document_id, filename, questionsBefore: 0 })
const progressOf = (id: string, state: DocumentProgress['state'], state_reason: string | null = null): DocumentProgress => ({
  id,
  state,
  state_reason,
  page_count: null,
  progress: null,
  warnings: [],
})

const waiting: FilesState = {
  attached: [attachedFile('lu', 'Devis toiture.pdf'), attachedFile('lecture', 'Procès-verbal de la commission d’appel d’offres du 12 mars.docx')],
  uploads: [{ key: 'envoi', file: file('Plans de la mairie.pdf'), percent: 40, refusal: null, canRetry: false }],
}
const refused: FilesState = {
  attached: [attachedFile('echec', 'Registre numérisé.pdf')],
  uploads: [
    { key: 'type', file: file('outil.exe'), percent: 0, refusal: 'Ce type de fichier n’est pas accepté.', canRetry: false },
    { key: 'panne', file: file('Budget.xlsx'), percent: 60, refusal: 'Aucune réponse du serveur. Vérifiez votre connexion internet.', canRetry: true },
  ],
}
const lives = new Map(
  [progressOf('lu', 'indexe'), progressOf('lecture', 'en_cours'), progressOf('echec', 'echec', 'fichier abîmé ou incomplet')].map(
    (one) => [one.id, one] as const,
  ),
)

const assistant = { id: 'a', name: 'Délibérations du conseil municipal', icon: 'landmark' }
const ignoreChange = async () => false

const chips = (
  <ContextChips
    assistant={assistant}
    project={{ id: 'p', name: 'Réfection de la toiture de la mairie' }}
    library={{ name: 'r', label: 'Réglementation' }}
    isDisabled={false}
    onChange={ignoreChange}
  />
)
const noChips = <ContextChips assistant={assistant} project={null} library={null} isDisabled={false} onChange={ignoreChange} />
const draft = 'Rédigez une note au conseil municipal sur la réfection de la toiture.\n\nRappelez le montant du devis et la date des travaux.'

/** States of the composer, by name. `before`: content shown above it. */
const states: { name: string; text?: string; mode?: 'ready' | 'waiting' | 'writing' | 'stopping'; chips?: ReactNode; before?: ReactNode }[] = [
  { name: 'Vide' },
  { name: 'Vide, avec ses puces', chips: noChips },
  { name: 'Brouillon', text: draft },
  { name: 'Projet et bibliothèque choisis', text: 'Où en est le chantier ?', chips },
  { name: 'Fichiers en route', text: 'Quel est le montant ?', chips: noChips, before: <Files state={waiting} /> },
  { name: 'Fichiers refusés', text: 'Quel est le montant ?', chips: noChips, before: <Files state={refused} /> },
  { name: 'Réponse en cours', mode: 'writing', chips },
  { name: 'Arrêt demandé', mode: 'stopping', chips },
  { name: 'Rien ne peut encore partir', text: 'Quel est le montant ?', mode: 'waiting' },
  {
    name: 'Question refusée, rendue au champ',
    text: 'Résumez ce dossier.',
    chips,
    before: (
      <Banner tone="warning" onDismiss={ignore}>
        Deux réponses sont déjà en cours. Attendez que l’une finisse, ou arrêtez-la.
      </Banner>
    ),
  },
]

/** The composer of a conversation in each of its states, in light and dark themes. */
export function ComposerGallery() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.gallery}>
        <PageTitle lead="Dans chacun de ses états, de jour et de nuit.">Le champ d’une conversation</PageTitle>
        {states.map((state) => (
          <section key={state.name} className={styles.column}>
            <h2>{state.name}</h2>
            <div className={styles.themes}>
              {(['light', 'dark'] as const).map((theme) => (
                <div key={theme} className={styles.theme} style={{ colorScheme: theme }}>
                  <ThemedComposer {...state} label={`${state.name}, ${theme === 'light' ? 'de jour' : 'de nuit'}`} />
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </QueryClientProvider>
  )
}

function ThemedComposer({ text: begun = '', mode = 'ready', chips, before, label }: (typeof states)[number] & { label: string }) {
  const [text, setText] = useState(begun)
  return (
    <>
      {before}
      <Composer
        text={text}
        onChange={setText}
        onSend={ignore}
        onStop={ignore}
        mode={mode}
        label={label}
        lead={<AttachButton onFiles={ignore} isDisabled={mode === 'waiting'} />}
        chips={chips}
      />
    </>
  )
}

function Files({ state }: { state: FilesState }) {
  return <FileChips files={{ state, lives, retry: ignore, dismiss: ignore }} onRemove={async () => undefined} />
}
