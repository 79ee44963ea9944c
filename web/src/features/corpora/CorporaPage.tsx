import { routes, type Corpus } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { call } from '../../api/browser.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { focusTitleAfterDialog } from '../../ui/overlays/Dialog.tsx'
import { formatLongDate, plural } from '../../ui/words/formats.ts'
import { CorpusImport } from './CorpusImport.tsx'
import styles from './Corpora.module.css'

/** Refetch interval in milliseconds while an import runs. */
const runningPollMs = 3_000

/** Page of the corpora of dated texts: list with attribution and extraction date, import, removal. */
export function CorporaPage() {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(routes.corpora.list),
    refetchInterval: ({ state }) => (state.data?.corpora.some((corpus) => corpus.state === 'en_cours') ? runningPollMs : false),
  })
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const [removed, setRemoved] = useState<Corpus | null>(null)
  return (
    <>
      <PageTitle lead="Des codes et des lois, article par article, avec leurs dates. Installés, ils disent des articles cités s’ils sont en vigueur.">
        Corpus de textes
      </PageTitle>
      <SectionNav section="documents" />
      <div className={styles.page}>
        <Notice {...notice} onDismiss={() => setNotice(null)} />
        {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Les corpus n’ont pas pu être chargés.')}</ErrorMessage>}
        {!data && !error && <Skeleton shape="rows" count={2} label="Chargement des corpus…" />}
        {data?.corpora.length === 0 && (
          <EmptyState motif="document" title="Aucun corpus installé">
            Les références aux articles ne sont pas vérifiées tant qu’aucun corpus n’est installé.
          </EmptyState>
        )}
        {data && data.corpora.length > 0 && (
          <ul className={styles.list}>
            {data.corpora.map((corpus) => (
              <CorpusCard key={corpus.id} corpus={corpus} onRemove={() => setRemoved(corpus)} />
            ))}
          </ul>
        )}
        <CorpusImport onDone={setNotice} />
      </div>
      {removed && (
        <ConfirmDialog
          isOpen
          onClose={() => setRemoved(null)}
          title={`Retirer le corpus «\u00a0${removed.name}\u00a0»\u00a0?`}
          confirmLabel="Retirer"
          pendingLabel="Retrait…"
          describeError={(failure) => sentenceOf(failure, 'Ce corpus n’a pas pu être retiré. Veuillez réessayer.')}
          onConfirm={async () => {
            await call(routes.corpora.remove, { params: { id: removed.id } })
            await invalidate(routes.corpora.remove)
            setNotice({ tone: 'success', sentence: `Le corpus «\u00a0${removed.name}\u00a0» est retiré.` })
            setRemoved(null)
            focusTitleAfterDialog()
          }}
        >
          Ses articles ne serviront plus à vérifier les références. Le fichier d’origine permet de l’importer à nouveau.
        </ConfirmDialog>
      )}
    </>
  )
}

const states = {
  publie: { tone: 'success', label: 'Installé' },
  en_cours: { tone: 'primary', label: 'Import en cours' },
  echec: { tone: 'danger', label: 'Import échoué' },
} as const satisfies Record<Corpus['state'], object>

const signatures = {
  verifiee: 'Vérifiée avec une clé de cette instance',
  non_verifiee: 'Non vérifiée\u00a0: cette instance n’a aucune clé',
  absente: 'Non signé',
} as const satisfies Record<Corpus['signature'], string>

function CorpusCard({ corpus, onRemove }: { corpus: Corpus; onRemove: () => void }) {
  const { name, source, licence, attribution, extracted_on, signature, state, reason, articles, versions, codes } = corpus
  return (
    <Card as="li">
      <div className={styles.card}>
        <div className={styles.heading}>
          <h2>{name}</h2>
          <Badge tone={states[state].tone}>{states[state].label}</Badge>
        </div>
        {reason !== null && <p>{reason}</p>}
        <dl className={styles.facts}>
          <dt>Extrait le</dt>
          <dd>{formatLongDate(extracted_on, 'UTC')}</dd>
          <dt>Contenu</dt>
          <dd>
            {state === 'publie' ? `${plural(articles, 'article')}, ${plural(versions, 'version')}` : `${plural(articles, 'article écrit', 'articles écrits')}`}
          </dd>
          <dt>Textes</dt>
          <dd>{codes.map(({ title }) => title).join(', ')}</dd>
          <dt>Source</dt>
          <dd>{source}</dd>
          <dt>Attribution</dt>
          <dd>
            {attribution} ({licence})
          </dd>
          <dt>Signature</dt>
          <dd>{signatures[signature]}</dd>
        </dl>
        <div>
          <Button size="s" icon={<Trash2 aria-hidden />} onPress={onRemove}>
            Retirer
          </Button>
        </div>
      </div>
    </Card>
  )
}
