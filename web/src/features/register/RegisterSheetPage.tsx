import { routes, type RegisterSheet } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Fragment, useState } from 'react'
import { invalidate, queryFor } from '../../api/queries.ts'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { classificationWords } from '../../layout/uses/use-words.ts'
import { paths } from '../../paths.ts'
import { useParams } from '../../router/Routes.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { durationText, formatDate, plural } from '../../ui/words/formats.ts'
import { maskingWords } from '../../ui/words/masking-words.ts'
import { audienceWords, stateWords } from './register-words.ts'
import styles from './Register.module.css'
import { LegalSources } from './RegisterPage.tsx'
import { SheetForm } from './SheetForm.tsx'
import { SheetUses } from './SheetUses.tsx'

/** Page of one sheet of the register. */
export function RegisterSheetPage() {
  const { sheetId = '' } = useParams()
  const sheet = useQuery({ ...queryFor(routes.register.get, { params: { id: sheetId } }), staleTime: 0 })
  const [notice, setNotice] = useState<string | null>(null)
  const { data, error } = sheet

  async function onDone(sentence: string) {
    await invalidate(routes.register.update)
    setNotice(sentence)
    window.scrollTo(0, 0)
  }

  return (
    <div className={styles.page}>
      <p className={styles.back}>
        <LinkButton variant="quiet" size="s" icon={<ArrowLeft aria-hidden />} href={paths.registerOfUses}>
          Retour au registre
        </LinkButton>
      </p>
      <PageTitle tabTitle="Fiche du registre" lead={data?.description}>
        {data?.name ?? 'Fiche du registre'}
      </PageTitle>
      <Notice sentence={notice} onDismiss={() => setNotice(null)} />
      {isNotFound(error) ? (
        <EmptyState motif="recherche" title="Cette fiche est introuvable" action={<LinkButton href={paths.registerOfUses}>Voir le registre</LinkButton>}>
          Son assistant n’est plus partagé, ou ne l’a jamais été.
        </EmptyState>
      ) : (
        error && <ErrorMessage query={sheet}>{sentenceOf(error, 'La fiche n’a pas pu être chargée.')}</ErrorMessage>
      )}
      {!data && !error && <Skeleton shape="lines" count={8} label="Chargement de la fiche…" />}
      {data && (
        <Fragment key={data.id}>
          <div className={styles.badges}>
            <Badge tone={stateWords[data.state].tone}>{stateWords[data.state].label}</Badge>
            <Badge tone={classificationWords[data.classification].tone}>{classificationWords[data.classification].label}</Badge>
          </div>
          <KnownFacts sheet={data} />
          <SheetUses sheet={data} onDone={(sentence) => void onDone(sentence)} />
          {data.state !== 'clos' && <SheetForm sheet={data} onDone={(sentence) => void onDone(sentence)} />}
          {data.state === 'clos' && <ClosedTexts sheet={data} />}
          <LegalSources />
        </Fragment>
      )}
    </div>
  )
}

/** What the product knows of the assistant, live. */
function KnownFacts({ sheet }: { sheet: RegisterSheet }) {
  const { models, document_categories, file_count, conversations_days } = sheet
  const documents = [...document_categories.map(({ name }) => name), ...(file_count > 0 ? [plural(file_count, 'fichier')] : [])]
  const facts = [
    ['Propriétaire', sheet.owner ?? (sheet.state === 'clos' ? 'Assistant supprimé' : 'L’organisation')],
    ['Ouvert à', audienceWords(sheet)],
    ['Modèles', models.map(({ label, level_name, host }) => `${label} (${level_name}, ${host ?? 'sur ce serveur'})`).join(', ') || 'Aucun modèle de ce niveau'],
    ['Documents', documents.join(', ') || 'Aucun'],
    ['Données personnelles', maskingWords[sheet.masking]],
    ['Conversations gardées', conversations_days === null ? 'Sans limite' : durationText(conversations_days)],
    ['Utilisations', String(sheet.usage_count)],
    ['Créé le', formatDate(sheet.created_at)],
    ['Partagé depuis le', formatDate(sheet.opened_at)],
    ...(sheet.closed_at === null ? [] : [['Clos le', formatDate(sheet.closed_at)]]),
  ]
  return (
    <section className={styles.section} aria-labelledby="ce-que-parvis-sait">
      <h2 id="ce-que-parvis-sait">Ce que Parvis sait</h2>
      <Facts facts={facts} />
    </section>
  )
}

/** Texts of a closed sheet, which no longer changes. */
function ClosedTexts({ sheet }: { sheet: RegisterSheet }) {
  const facts = [
    ['Finalité', sheet.purpose],
    ['Service', sheet.service],
    ['Responsable', sheet.responsible],
    ['Public', sheet.audience],
    ['Personnes concernées', sheet.people_concerned],
    ['Données personnelles traitées', sheet.personal_data],
    ['Décision humaine', sheet.human_decision],
    ['Base légale', sheet.legal_basis],
  ].filter(([, text]) => text !== '')
  if (facts.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="fiche">
      <h2 id="fiche">Fiche</h2>
      <Facts facts={facts} />
    </section>
  )
}

const Facts = ({ facts }: { facts: readonly (readonly string[])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([title, text]) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
