import { Briefcase, Feather, PencilLine, Shrink, Table2 } from 'lucide-react'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { RewriteStyle } from '@parvis/contract'
import type { ReactNode } from 'react'

const forms: { style: RewriteStyle; label: string; icon: ReactNode }[] = [
  { style: 'shorter', label: 'Plus court', icon: <Shrink aria-hidden /> },
  { style: 'simpler', label: 'Plus simple', icon: <Feather aria-hidden /> },
  { style: 'formal', label: 'Plus formel', icon: <Briefcase aria-hidden /> },
  { style: 'table', label: 'En tableau', icon: <Table2 aria-hidden /> },
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
      entries={forms.map(({ style, label, icon }) => ({ id: style, label, icon, onAction: () => onRewrite(style) }))}
    />
  )
}
