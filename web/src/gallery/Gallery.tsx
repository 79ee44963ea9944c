import { Archive, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Accordion } from '../ui/content/Accordion.tsx'
import { Art, EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Badge } from '../ui/feedback/Badge.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { Card, LinkCard } from '../ui/content/Card.tsx'
import { Checkbox, Switch } from '../ui/fields/Checkbox.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '../ui/overlays/Dialog.tsx'
import { ErrorMessage } from '../ui/feedback/ErrorMessage.tsx'
import { FormErrors } from '../ui/fields/Field.tsx'
import { formatNumber } from '../ui/words/formats.ts'
import { FileDrop } from '../ui/files/FileDrop.tsx'
import { Icon, iconLabels, iconNames } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { PageTitle } from '../ui/content/PageTitle.tsx'
import { Pagination } from '../ui/lists/Pagination.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Table, type TableColumn, type TableSort } from '../ui/lists/Table.tsx'
import { Tabs } from '../ui/content/Tabs.tsx'
import { GrowingTextArea, TextArea } from '../ui/fields/TextArea.tsx'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { PasswordField, TextField } from '../ui/fields/TextField.tsx'
import styles from './Gallery.module.css'

const options = iconNames.map((id) => ({ id, label: iconLabels[id] ?? id, icon: <Icon name={id} /> }))
interface Person {
  id: string
  name: string
  role: string
  files: number
}
const people: Person[] = [
  { id: '1', name: 'Camille Bréhat', role: 'Administratrice', files: 1280 },
  { id: '2', name: 'Noé Lambert', role: 'Utilisateur', files: 12 },
  { id: '3', name: 'Anne-Sophie de la Villardière', role: 'Utilisatrice', files: 0 },
]
const columns: TableColumn<Person>[] = [
  { id: 'name', title: 'Personne', cell: (p) => p.name, isSortable: true, isRowHeader: true },
  { id: 'role', title: 'Rôle', cell: (p) => <Badge tone={p.id === '1' ? 'primary' : 'neutral'}>{p.role}</Badge> },
  { id: 'files', title: 'Documents', cell: (p) => formatNumber(p.files), isSortable: true, align: 'end' },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    cell: (p) => (
      <Menu
        size="s"
        label={`Actions pour ${p.name}`}
        entries={[
          { id: 'edit', label: 'Modifier', icon: <Pencil aria-hidden /> },
          { id: 'delete', label: 'Supprimer', icon: <Trash2 aria-hidden />, tone: 'danger' },
        ]}
      />
    ),
  },
]

/** Every component of the kit on one page, for visual review and for axe. Excluded from the build. */
export function Gallery() {
  return (
    <div className={styles.gallery}>
      <PageTitle
        lead="Chaque pièce de l’interface, dans ses états."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />}>
            Nouveau projet
          </Button>
        }
      >
        Galerie
      </PageTitle>
      <Buttons />
      <Fields />
      <Messages />
      <Lists />
      <Sections />
      <Waiting />
      <Dialogs />
    </div>
  )
}

function Buttons() {
  return (
    <Card as="section">
      <h2>Boutons</h2>
      <div className={styles.row}>
        <Button variant="primary">Enregistrer</Button>
        <Button>Annuler</Button>
        <Button variant="quiet">Tout afficher</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Supprimer
        </Button>
        <Button variant="primary" isPending pendingLabel="Enregistrement…">
          Enregistrer
        </Button>
        <Button isDisabled>Indisponible</Button>
        <LinkButton href="#" variant="secondary" size="s">
          Lien
        </LinkButton>
        <Button size="s" variant="primary">
          Petit
        </Button>
        <IconButton icon={Archive} label="Archiver" />
        <IconButton icon={Trash2} label="Supprimer le projet" tone="danger" size="s" />
        <Menu
          label="Autres actions"
          entries={[
            { id: 'a', label: 'Renommer' },
            { id: 'b', label: 'Supprimer', tone: 'danger' },
          ]}
        />
      </div>
      <div className={styles.row}>
        <Badge>Archivé</Badge>
        <Badge tone="primary">Administrateur</Badge>
        <Badge tone="accent">Commencez ici !</Badge>
        <Badge tone="success">Valide</Badge>
        <Badge tone="warning">En attente</Badge>
        <Badge tone="danger">Inactif</Badge>
      </div>
    </Card>
  )
}

function Fields() {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<string | null>(null)
  const [isOn, setOn] = useState(true)
  return (
    <Card as="section">
      <h2>Champs</h2>
      <FormErrors errors={['Le nom est requis', 'Les mots de passe ne correspondent pas']} />
      <div className={styles.grid}>
        <TextField label="Nom du projet" isRequired value={text} onChange={setText} placeholder="Plan de mandat" />
        <TextField
          label="Adresse e-mail"
          type="email"
          hint="Celle de votre collectivité."
          error="Cette adresse est déjà utilisée."
          defaultValue="camille@mairie.fr"
        />
        <PasswordField label="Mot de passe" hint="6 caractères au moins." defaultValue="secret" />
        <SearchField label="Rechercher un assistant" value={text} onChange={setText} />
        <Select label="Icône" options={options} value={choice} onChange={setChoice} placeholder="Choisir une icône" />
        <TextArea label="Description" hint="Quelques mots suffisent." rows={3} />
        <div className={styles.column}>
          <Checkbox isSelected={isOn} onChange={setOn}>
            Compte actif
          </Checkbox>
          <Checkbox isSelected={!isOn} onChange={(isOff) => setOn(!isOff)}>
            Administrateur
          </Checkbox>
          <Switch isSelected={isOn} onChange={setOn} hint="Les assistants inactifs ne sont pas proposés.">
            Assistant actif
          </Switch>
          <GrowingTextArea aria-label="Votre message" value={text} onChange={setText} placeholder="Posez votre question…" />
        </div>
      </div>
      <FileDrop
        label="Déposez vos documents ici"
        hint="PDF, DOC, TXT, CSV, XLS. 25 Mo au plus."
        onFiles={(files) => setText(files.map((file) => file.name).join(', '))}
        allowsMultiple
      />
      <ProgressBar label="Envoi de 3 fichiers" value={62} />
    </Card>
  )
}

function Messages() {
  return (
    <section className={styles.column}>
      <h2>Messages</h2>
      <Banner tone="success" onDismiss={() => undefined}>
        Les modifications ont été enregistrées avec succès.
      </Banner>
      <Banner tone="warning">Aucune catégorie n’est disponible.</Banner>
      <Banner tone="info">L’index est en cours de construction.</Banner>
      <ErrorMessage onRetry={() => undefined}>Impossible de charger les projets.</ErrorMessage>
    </section>
  )
}

function Lists() {
  const [page, setPage] = useState(5)
  const [sort, setSort] = useState<TableSort>({ column: 'name', direction: 'ascending' })
  return (
    <>
      <Table caption="Personnes" columns={columns} rows={people} rowKey={(p) => p.id} sort={sort} onSort={setSort} isDimmed={(p) => p.files === 0} />
      <Pagination page={page} pages={9} onChange={setPage} />
      <div className={styles.grid}>
        <LinkCard
          href="#a"
          title="Assistants IA"
          icon={<Icon name="MessageCircle" />}
          badge={<Badge tone="accent">Commencez ici !</Badge>}
          footer="128 utilisations"
        >
          Rédiger, résumer, préparer une délibération.
        </LinkCard>
        <Card as="article" isDimmed>
          <h3>Projet archivé</h3>
          <p>Aucune description</p>
        </Card>
      </div>
    </>
  )
}

function Sections() {
  const [open, setOpen] = useState<string | null>('a')
  return (
    <>
      <Accordion
        openSection={open}
        onChange={setOpen}
        sections={[
          { id: 'a', title: 'Informations personnelles', icon: <Icon name="UserCheck" />, content: <p>Nom, prénom, collectivité.</p> },
          { id: 'b', title: 'Sécurité', icon: <Icon name="Shield" />, aside: <Badge tone="success">À jour</Badge>, content: <p>Mot de passe.</p> },
        ]}
      />
      <Tabs
        label="Vues"
        tabs={[
          { id: '1', label: 'Texte', content: <p>Contenu</p> },
          { id: '2', label: 'Sources', content: <p>Sources</p> },
        ]}
      />
    </>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton shape="cards" />
      <Skeleton shape="rows" count={2} />
      <div className={styles.row}>
        {(['conversation', 'dossier', 'document', 'recherche', 'personnes'] as const).map((motif) => (
          <Art key={motif} motif={motif} />
        ))}
      </div>
      <EmptyState motif="dossier" title="Aucun projet disponible" action={<Button variant="primary">Créer un projet</Button>}>
        Un projet donne à l’assistant le contexte de votre travail.
      </EmptyState>
    </>
  )
}

function Dialogs() {
  const [dialog, setDialog] = useState<string | null>(null)
  return (
    <>
      <div className={styles.row}>
        {['confirm', 'form', 'side'].map((kind) => (
          <Button key={kind} onPress={() => setDialog(kind)}>{`Dialogue ${kind}`}</Button>
        ))}
      </div>
      <ConfirmDialog
        isOpen={dialog === 'confirm'}
        onClose={() => setDialog(null)}
        title="Supprimer le projet « Voirie 2026 » ?"
        confirmLabel="Supprimer"
        onConfirm={() => Promise.reject(new Error('Impossible de supprimer le projet.'))}
      >
        <p>Cette action est irréversible et toutes les données associées seront perdues.</p>
      </ConfirmDialog>
      <Dialog isOpen={dialog === 'form'} onClose={() => setDialog(null)} title="Nouveau projet">
        <TextField label="Nom" isRequired autoFocus />
        <TextArea label="Description" />
        <DialogActions>
          <Button onPress={() => setDialog(null)}>Annuler</Button>
          <Button variant="primary">Créer le projet</Button>
        </DialogActions>
      </Dialog>
      <Dialog isOpen={dialog === 'side'} onClose={() => setDialog(null)} title="Source 1" size="side" isDismissable>
        <p>Le passage cité.</p>
      </Dialog>
    </>
  )
}
