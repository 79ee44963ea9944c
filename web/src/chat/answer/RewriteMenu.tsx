import type { RewriteStyle } from '@parvis/contract'
import { PencilLine } from 'lucide-react'
import { Menu } from '../../ui/overlays/Menu.tsx'

const forms: { style: RewriteStyle; label: string }[] = [
  { style: 'shorter', label: 'Plus court' },
  { style: 'simpler', label: 'Plus simple' },
  { style: 'formal', label: 'Plus formel' },
  { style: 'table', label: 'En tableau' },
]

/** The last answer in another form, in one press: it becomes another version, the first is kept. */
export function RewriteMenu({ onRewrite }: { onRewrite: (style: RewriteStyle) => void }) {
  return (
    <Menu
      label="Réécrire"
      isNamed
      size="s"
      placement="bottom start"
      icon={<PencilLine aria-hidden />}
      entries={forms.map(({ style, label }) => ({ id: style, label, onAction: () => onRewrite(style) }))}
    />
  )
}
