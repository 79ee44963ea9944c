import { useState } from 'react'
import { defaultIcon, routes, type IconName, type ManagedAssistantCategory } from '@parvis/contract'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { paths } from '../../paths.ts'
import { Navigate } from '../../router/Link.tsx'
import { useLocation } from '../../router/Router.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import { Icon } from '../../ui/Icon.tsx'
import { changedSince } from '../../layout/drafts/form-draft.ts'
import { IconPicker } from '../../ui/fields/IconPicker.tsx'
import type { TableColumn } from '../../ui/lists/Table.tsx'
import styles from './CategoriesPage.module.css'
import { categoriesChanged, useAssistantCategories } from './use-categories.ts'
import { currentRow, CategoryList } from './CategoryList.tsx'
import { CategoryFormDialog } from './CategoryFormDialog.tsx'
import { RemoveCategoryDialog } from './RemoveCategoryDialog.tsx'

/** Page of the categories of assistants, for administrators. The former URL `?type=documents` redirects to the categories of documents. */
export function CategoriesPage() {
  const { search } = useLocation()
  const [notice, setNotice] = useState<string | null>(null)
  if (new URLSearchParams(search).get('type') === 'documents') return <Navigate to={paths.documentCategories} replace />
  return (
    <div className={styles.page}>
      <PageTitle lead="Ce qui range les assistants du catalogue.">Catégories d’assistants</PageTitle>
      <SectionNav section="catalogue" />
      <Notice key={notice} sentence={notice} onDismiss={() => setNotice(null)} />
      <AssistantCategories
        onDone={(sentence) => {
          setNotice(sentence)
          categoriesChanged()
        }}
      />
    </div>
  )
}

type Category = ManagedAssistantCategory

type OpenDialog = { kind: 'form'; category: Category | null } | { kind: 'remove'; category: Category }

const columns: readonly TableColumn<Category>[] = [
  {
    id: 'name',
    title: 'Catégorie',
    isRowHeader: true,
    cell: ({ name, icon }) => (
      <span className={styles.category}>
        <span className={styles.icon} aria-hidden>
          <Icon name={icon} />
        </span>
        <span className={styles.name}>{name}</span>
      </span>
    ),
  },
  { id: 'count', title: 'Assistants', align: 'end', cell: ({ assistant_count }) => formatNumber(assistant_count) },
  { id: 'active', title: 'Dont actifs', align: 'end', cell: ({ active_count }) => formatNumber(active_count) },
]

/** Management of the categories of assistants. @param onDone called with a success sentence after each change */
function AssistantCategories({ onDone }: { onDone: (sentence: string) => void }) {
  const query = useAssistantCategories()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const otherCategories = (query.data ?? []).filter(({ id }) => id !== dialog?.category?.id)
  const removedCategory = dialog?.kind === 'remove' ? currentRow(query.data, dialog.category) : null
  return (
    <>
      <CategoryList
        caption="Catégories d’assistants"
        lead="Elles rangent le catalogue et y servent de filtres, dans l’ordre alphabétique."
        query={query}
        columns={columns}
        onCreate={() => setDialog({ kind: 'form', category: null })}
        onEdit={(category) => setDialog({ kind: 'form', category })}
        onRemove={(category) => setDialog({ kind: 'remove', category })}
      />
      {dialog?.kind === 'form' && <AssistantCategoryForm category={dialog.category} onClose={close} onDone={onDone} />}
      {removedCategory && (
        <RemoveCategoryDialog
          name={removedCategory.name}
          contentCount={removedCategory.assistant_count === 0 ? null : plural(removedCategory.assistant_count, 'assistant')}
          targets={otherCategories.map(({ id, name, icon }) => ({ id, label: name, icon: <Icon name={icon} size={18} /> }))}
          note="Les conversations ne changent pas."
          onClose={close}
          onRemove={async (move_to) => {
            const { message } = await call(routes.assistantCategories.remove, {
              params: { id: removedCategory.id },
              query: move_to === null ? {} : { move_to },
            })
            onDone(message)
          }}
        />
      )}
    </>
  )
}

function AssistantCategoryForm({ category, onClose, onDone }: { category: Category | null; onClose: () => void; onDone: (sentence: string) => void }) {
  const [name, setName] = useState(category?.name ?? '')
  const [icon, setIcon] = useState((category?.icon ?? defaultIcon) as IconName)

  async function save() {
    const body = { name: name.trim(), icon }
    await (category === null
      ? create(routes.assistantCategories.create, body)
      : call(routes.assistantCategories.update, {
          params: { id: category.id },
          body: changedSince(body, { name: category.name, icon: category.icon as IconName }),
        }))
    onDone(`La catégorie «\u00a0${body.name}\u00a0» est ${category === null ? 'créée' : 'modifiée'}.`)
  }

  return (
    <CategoryFormDialog
      title={category === null ? 'Nouvelle catégorie d’assistants' : `Modifier «\u00a0${category.name}\u00a0»`}
      submitLabel={category === null ? 'Créer la catégorie' : 'Enregistrer'}
      name={name}
      isChanged={name !== (category?.name ?? '') || icon !== (category?.icon ?? defaultIcon)}
      onName={setName}
      onSave={save}
      onClose={onClose}
    >
      {() => <IconPicker value={icon} onChange={setIcon} />}
    </CategoryFormDialog>
  )
}
