import { useState } from 'react'
import { routes, type ManagedDocumentCategory, type ModelLevel } from '@parvis/contract'
import { LevelField, LevelLine } from '../../layout/models/LevelField.tsx'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { GrantsDialog } from '../../layout/dialogs-on-demand.ts'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { changedSince } from '../../layout/drafts/form-draft.ts'
import type { TableColumn } from '../../ui/lists/Table.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import styles from './CategoriesPage.module.css'
import { categoriesChanged, useDocumentCategories } from './use-categories.ts'
import { currentRow, CategoryList } from './CategoryList.tsx'
import { namesOf, removalNote, targetDetail } from './category-messages.ts'
import { CategoryFormDialog } from './CategoryFormDialog.tsx'
import { RemoveCategoryDialog } from './RemoveCategoryDialog.tsx'

/** Page of the categories of documents and of who has access to each, for administrators. */
export function DocumentCategoriesPage() {
  const [notice, setNotice] = useState<string | null>(null)
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui range la base documentaire, et à qui chaque catégorie est ouverte.">Catégories de documents</PageTitle>
      <SectionNav section="documents" />
      <Notice key={notice} sentence={notice} onDismiss={() => setNotice(null)} />
      <DocumentCategories
        onDone={(sentence) => {
          setNotice(sentence)
          categoriesChanged()
        }}
      />
    </div>
  )
}

type Category = ManagedDocumentCategory

type OpenDialog = { kind: 'form'; category: Category | null } | { kind: 'remove'; category: Category } | { kind: 'grants'; category: Category }

const columns: readonly TableColumn<Category>[] = [
  {
    id: 'name',
    title: 'Catégorie',
    isRowHeader: true,
    cell: ({ name, former_names, is_known, min_level, is_corpus }) => (
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <LevelLine level={min_level} className={styles.note} />
        {former_names.length > 0 && <span className={styles.note}>Répond aussi à&nbsp;: {former_names.join(', ')}</span>}
        {is_corpus && <span className={styles.note}>Corpus de textes&nbsp;; se met à jour et se retire par la page «&nbsp;Corpus de textes&nbsp;»</span>}
        {!is_known && <span className={styles.note}>Créée lors d’un dépôt&nbsp;; disparaît avec son dernier document</span>}
      </span>
    ),
  },
  { id: 'display_name', title: 'Dans la bibliothèque', cell: ({ display_name }) => <span className={styles.name}>{display_name}</span> },
  {
    id: 'open',
    title: 'Ouverte à',
    cell: ({ open_to }) =>
      open_to === null ? (
        <span className={styles.everyone}>Tout le monde</span>
      ) : (
        <span className={styles.name}>{open_to.length === 0 ? 'Personne' : open_to.join(', ')}</span>
      ),
  },
  { id: 'count', title: 'Documents', align: 'end', cell: ({ document_count }) => formatNumber(document_count) },
]

/** Management of the categories of documents. @param onDone called with a success sentence after each change */
function DocumentCategories({ onDone }: { onDone: (sentence: string) => void }) {
  const query = useDocumentCategories()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const otherCategories = (query.data ?? []).filter(({ id, is_corpus }) => id !== dialog?.category?.id && !is_corpus)
  const removedCategory = dialog?.kind === 'remove' ? currentRow(query.data, dialog.category) : null
  return (
    <>
      <CategoryList
        caption="Catégories de documents"
        lead="Dans la bibliothèque, une question porte sur l’une d’elles, ou sur toutes."
        query={query}
        columns={columns}
        onCreate={() => setDialog({ kind: 'form', category: null })}
        onEdit={(category) => setDialog({ kind: 'form', category })}
        onRemove={(category) => setDialog({ kind: 'remove', category })}
        onOpen={(category) => setDialog({ kind: 'grants', category })}
      />
      {dialog?.kind === 'form' && <DocumentCategoryForm category={dialog.category} onClose={close} onDone={onDone} />}
      {dialog?.kind === 'grants' && (
        <GrantsDialog kind="document_category" id={dialog.category.id} name={dialog.category.name} onClose={close} onDone={onDone} />
      )}
      {removedCategory && (
        <RemoveCategoryDialog
          name={removedCategory.name}
          contentCount={removedCategory.document_count === 0 ? null : plural(removedCategory.document_count, 'document')}
          targets={otherCategories.map((other) => ({ id: other.id, label: other.name, detail: targetDetail(other) }))}
          note={removalNote(removedCategory)}
          onClose={close}
          onRemove={async (move_to) => {
            const { message } = await call(routes.documentCategories.remove, { params: { id: removedCategory.id }, query: move_to === null ? {} : { move_to } })
            onDone(message)
          }}
        />
      )}
    </>
  )
}

function DocumentCategoryForm({ category, onClose, onDone }: { category: Category | null; onClose: () => void; onDone: (sentence: string) => void }) {
  const [name, setName] = useState(category?.name ?? '')
  const initialDisplayName = category === null || category.display_name === category.name ? '' : category.display_name
  const [displayName, setDisplayName] = useState(initialDisplayName)

  const [level, setLevel] = useState<ModelLevel>(category?.min_level ?? 1)

  async function save() {
    const body = { ...namesOf(name, displayName), min_level: level }
    await (category === null
      ? create(routes.documentCategories.create, body)
      : call(routes.documentCategories.update, { params: { id: category.id }, body: changedSince<typeof body>(body, category) }))
    onDone(`La catégorie «\u00a0${body.name}\u00a0» est ${category === null ? 'créée' : 'modifiée'}.`)
  }

  return (
    <CategoryFormDialog
      title={category === null ? 'Nouvelle catégorie de documents' : `Modifier «\u00a0${category.name}\u00a0»`}
      submitLabel={category === null ? 'Créer la catégorie' : 'Enregistrer'}
      name={name}
      isChanged={name !== (category?.name ?? '') || displayName !== initialDisplayName || level !== (category?.min_level ?? 1)}
      onName={setName}
      {...(category !== null && { nameHint: 'L’ancien nom continue de mener ici\u00a0: les conversations et les pages ouvertes ne sont pas coupées.' })}
      onSave={save}
      onClose={onClose}
    >
      {(refused) => (
        <>
          <TextField
            label="Nom affiché dans la bibliothèque"
            hint="Facultatif : sans lui, c’est le nom de la catégorie."
            value={displayName}
            onChange={setDisplayName}
            error={refused}
            maxLength={80}
          />
          <LevelField label="Niveau minimal des modèles" hint="Aucun modèle d’un niveau plus bas ne lit ses documents." value={level} onChange={setLevel} />
        </>
      )}
    </CategoryFormDialog>
  )
}
