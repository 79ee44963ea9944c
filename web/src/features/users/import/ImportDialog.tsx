import { importLimits } from '@parvis/contract'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { saveBlob } from '../../../api/transport/save-blob.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { useUnsaved } from '../../../layout/drafts/use-unsaved.ts'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { FileDrop } from '../../../ui/files/FileDrop.tsx'
import { focusWithin } from '../../../ui/overlays/focus-within.ts'
import { formatNumber, formatSize, localDay, plural, quotedList } from '../../../ui/words/formats.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { countOutcomes, doneSentence, leaveTexts, plannedSentence, reportOf, templateFile, type OutcomeCounts, type FirstSignIn } from './import-words.ts'
import { ImportRows } from './ImportRows.tsx'
import { oidcHints, noMailWarning, signsInByOidcOnly } from '../user-form.ts'
import { useUserImport, type ImportStep } from './use-user-import.ts'
import styles from './Import.module.css'

type PlannedStep = Extract<ImportStep, { kind: 'planned' }>
type DoneStep = Extract<ImportStep, { kind: 'done' }>

/** Label of the button that applies a preview. */
const applyLabel = ({ created, joined }: OutcomeCounts): string =>
  created > 0 ? `Créer ${plural(created, 'compte')}` : joined > 0 ? `Mettre ${plural(joined, 'compte')} dans un service` : 'Rien à créer'

const save = (text: string, name: string) => saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)

/** Dialog that creates accounts from a CSV file: previews the outcome of each row, then creates the valid ones, whatever the state of the others. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const instance = useInstance()
  const hasMail = instance?.mail_host !== null
  const isElsewhere = signsInByOidcOnly(instance, false)
  const { step, choose, restart, proceed } = useUserImport()
  const [chosen, setChosen] = useState<FirstSignIn | null>(null)
  const entry = isElsewhere ? 'invite' : (chosen ?? (hasMail ? 'invite' : 'password'))
  const [isSaved, setSaved] = useState(false)
  const isRunning = step.kind === 'running'
  const hasUnsavedPasswords = step.kind === 'done' && !isSaved && step.rows.some(({ password }) => password !== undefined)
  const confirmLeave = useUnsaved(isRunning || hasUnsavedPasswords, undefined, leaveTexts(isRunning, entry))
  const close = () => confirmLeave(onClose)
  const body = useFocusOnStep(step.kind)
  function startImport() {
    setSaved(false)
    void proceed(entry === 'invite')
  }
  const counts = step.kind === 'planned' ? countOutcomes(step.rows) : null
  const changeCount = (counts?.created ?? 0) + (counts?.joined ?? 0)

  const actions: Record<ImportStep['kind'], ReactNode> = {
    choosing: <Button onPress={onClose}>Annuler</Button>,
    reading: <Button onPress={onClose}>Annuler</Button>,
    planned: (
      <>
        <Button onPress={restart}>Choisir un autre fichier</Button>
        <Button variant="primary" isDisabled={changeCount === 0} onPress={startImport}>
          {counts && applyLabel(counts)}
        </Button>
      </>
    ),
    running: null,
    done: (
      <>
        {step.kind === 'done' && step.failure !== null && <Button onPress={startImport}>Reprendre l’import</Button>}
        <Button variant={hasUnsavedPasswords ? 'secondary' : 'primary'} onPress={close}>
          Fermer
        </Button>
      </>
    ),
  }

  return (
    <Dialog isOpen onClose={close} title="Importer des comptes" size="l" isBusy={isRunning} actions={actions[step.kind]}>
      <div ref={body} className={styles.step}>
        {step.kind === 'choosing' && <Choosing refusal={step.refusal} onFile={(file) => void choose(file)} />}
        {step.kind === 'reading' && (
          <div data-step tabIndex={-1}>
            <Skeleton shape="rows" count={5} label="Vérification du fichier…" />
          </div>
        )}
        {step.kind === 'planned' && <Preview step={step} entry={entry} onEntry={setChosen} hasMail={hasMail} isElsewhere={isElsewhere} />}
        {step.kind === 'running' && (
          <div data-step tabIndex={-1}>
            <ProgressBar
              label={`Création des comptes\u00a0: ${formatNumber(step.done)} sur ${formatNumber(step.total)}`}
              value={(100 * step.done) / step.total}
            />
          </div>
        )}
        {step.kind === 'done' && <Report step={step} isInviting={entry === 'invite'} isLosing={hasUnsavedPasswords} onSaved={() => setSaved(true)} />}
      </div>
    </Dialog>
  )
}

/** Focuses the content of each new step, because the pressed button disappears with the previous one. */
function useFocusOnStep(kind: ImportStep['kind']) {
  const body = useRef<HTMLDivElement>(null)
  const lastKind = useRef(kind)
  useEffect(() => {
    if (lastKind.current === kind) return
    lastKind.current = kind
    focusWithin(body.current, '[data-step], button')
  }, [kind])
  return body
}

function Choosing({ refusal, onFile }: { refusal: string | null; onFile: (file: File) => void }) {
  return (
    <>
      {refusal && <Banner tone="error">{refusal}</Banner>}
      <p>
        Un tableau enregistré au format CSV par Excel ou LibreOffice&nbsp;: une ligne par personne, sous des colonnes <strong>Nom</strong>,{' '}
        <strong>Prénom</strong>, <strong>Adresse e-mail</strong> et, si vous voulez, <strong>Service</strong>, dans l’ordre que vous voulez. Vous verrez ce que
        devient chaque ligne avant que rien ne soit créé.
      </p>
      <FileDrop
        label="Déposez ici votre fichier CSV"
        hint={`${formatNumber(importLimits.rows)} lignes et ${formatSize(importLimits.bytes)} au plus.`}
        accept={['.csv', '.txt', 'text/csv']}
        browseLabel="Choisir un fichier…"
        onFiles={([file]) => file && onFile(file)}
      />
      <p className={styles.note}>
        Sans colonne «&nbsp;Nom d’utilisateur&nbsp;», il se déduit de l’adresse. Plusieurs services d’une même personne sont séparés par «&nbsp;;&nbsp;» ou
        «&nbsp;|&nbsp;»&nbsp;; ceux qui n’existent pas sont créés, et les comptes déjà présents y entrent aussi. Chaque compte créé est un compte
        d’utilisateur&nbsp;: les droits d’administrateur se donnent ensuite, un à un.
      </p>
      <div>
        <Button size="s" icon={<Download aria-hidden />} onPress={() => save(templateFile(), 'parvis-comptes-modele.csv')}>
          Télécharger un modèle
        </Button>
      </div>
    </>
  )
}

const firstSignInTexts: Record<FirstSignIn, string> = {
  invite: 'Chaque personne reçoit un lien, valable sept jours, pour choisir elle-même son mot de passe.',
  password: 'Un mot de passe est tiré au hasard pour chaque compte, montré une seule fois dans le compte rendu, et changé à la première connexion.',
}

interface PreviewProps {
  step: PlannedStep
  entry: FirstSignIn
  onEntry: (entry: FirstSignIn) => void
  hasMail: boolean
  /** Accounts sign in through an identity provider only, so there is no choice of first sign-in. */
  isElsewhere: boolean
}

function Preview({ step, entry, onEntry, hasMail, isElsewhere }: PreviewProps) {
  const counts = countOutcomes(step.rows)
  return (
    <>
      <div data-step tabIndex={-1}>
        <p className={styles.fileName}>{step.fileName}</p>
        <p>{plannedSentence(counts)}</p>
      </div>
      {step.newTeams.length > 0 && (
        <Banner tone="info">
          {step.newTeams.length === 1 ? 'Un service sera créé' : `${formatNumber(step.newTeams.length)}\u00a0services seront créés`}&nbsp;:{' '}
          {quotedList(step.newTeams)}. Si l’un existe déjà sous un autre nom, corrigez le fichier.
        </Banner>
      )}
      {step.ignored.length > 0 && (
        <p className={styles.note}>
          {step.ignored.length === 1 ? 'Colonne non utilisée' : 'Colonnes non utilisées'}&nbsp;: {step.ignored.join(', ')}.
        </p>
      )}
      {counts.created > 0 && (
        <div className={styles.entry}>
          {!isElsewhere && (
            <Segments
              label="Première connexion"
              options={[
                { id: 'invite', label: 'Invitation par courriel' },
                { id: 'password', label: 'Mot de passe provisoire' },
              ]}
              value={entry}
              onChange={onEntry}
            />
          )}
          <p className={styles.note}>{isElsewhere ? oidcHints.several : firstSignInTexts[entry]}</p>
          {entry === 'invite' && !hasMail && <Banner tone="warning">{noMailWarning.several}</Banner>}
        </div>
      )}
      <ImportRows rows={step.rows} isDone={false} />
    </>
  )
}

interface ReportProps {
  step: DoneStep
  isInviting: boolean
  /** Passwords are shown and have not been downloaded yet. */
  isLosing: boolean
  onSaved: () => void
}

function Report({ step, isInviting, isLosing, onSaved }: ReportProps) {
  const counts = countOutcomes(step.rows)
  const hasPasswords = step.rows.some(({ password }) => password !== undefined)
  function download() {
    save(reportOf(step.rows), `parvis-import-${localDay(new Date())}.csv`)
    onSaved()
  }
  return (
    <>
      {step.failure !== null && (
        <Banner tone="error">
          L’import s’est arrêté avant la fin. Ce qui est créé le reste&nbsp;:{' '}
          {counts.unanswered > 0 ? 'reprenez-le' : 'reprenez-le, ou renvoyez le même fichier'}. {step.failure}
        </Banner>
      )}
      <Banner tone={counts.refused + counts.unanswered + counts.unsent > 0 ? 'warning' : 'success'}>
        <p data-step tabIndex={-1}>
          {doneSentence(counts)}
          {isInviting && counts.created > 0 && ' Les invitations partent une à une.'}
        </p>
      </Banner>
      {hasPasswords && (
        <p>
          Téléchargez le compte rendu maintenant&nbsp;: il contient les mots de passe provisoires, qui ne seront plus montrés. Remettez chacun à sa personne par
          un moyen sûr, puis effacez le fichier.
        </p>
      )}
      <div>
        <Button variant={isLosing ? 'primary' : 'secondary'} icon={<Download aria-hidden />} onPress={download}>
          {hasPasswords ? 'Télécharger les mots de passe et le compte rendu' : 'Télécharger le compte rendu'}
        </Button>
      </div>
      <ImportRows rows={step.rows} isDone />
    </>
  )
}
