import type { RewriteStyle } from '@parvis/contract'
import { PencilLine } from 'lucide-react'
import { Menu } from '../../ui/overlays/Menu.tsx'

const forms: { style: RewriteStyle; label: string }[] = [
  { style: 'shorter', label: 'Plus court' },
  { style: 'simpler', label: 'Plus simple' },
  { style: 'formal', label: 'Plus formel' },
  { style: 'table', label: 'En tableau' },
]

/** Menu that rewrites the last answer in another form, as a new version. « Reformuler » instead lets the person write the request. */
export function RewriteMenu({ onRewrite }: { onRewrite: (style: RewriteStyle) => void }) {
  return (
    <Menu
      label="Changer la forme"
      isNamed
      size="s"
      placement="bottom start"
      icon={<PencilLine aria-hidden />}
      entries={forms.map(({ style, label }) => ({ id: style, label, onAction: () => onRewrite(style) }))}
    />
  )
}
