import { useState } from 'react'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Option id for a new category. It cannot be the name of a category, because names have no line breaks. */
const newCategoryId = '\n'

interface CategoryFieldProps {
  categories: readonly string[]
  value: string
  onChange: (category: string) => void
  error?: string | null
}

/** Select of the existing categories, with an option to type a new name. */
export function CategoryField({ categories, value, onChange, error }: CategoryFieldProps) {
  const [isNew, setNew] = useState(false)
  const names = categories.includes(value) || isNew || value === '' ? categories : [...categories, value]
  return (
    <>
      <Select
        label="Catégorie"
        isRequired
        options={[...names.map((name) => ({ id: name, label: name })), { id: newCategoryId, label: 'Autre catégorie…' }]}
        value={isNew ? newCategoryId : value || null}
        error={isNew ? null : error}
        onChange={(name) => {
          setNew(name === newCategoryId)
          onChange(name === newCategoryId ? '' : name)
        }}
      />
      {isNew && <TextField label="Nom de la nouvelle catégorie" value={value} onChange={onChange} error={error} maxLength={80} isRequired autoFocus />}
    </>
  )
}
