import { expect, it } from 'vitest'
import { iconLabels, iconNames } from './Icon.tsx'

it('knows the twenty-three names of the specification, each with a French name', () => {
  expect(iconNames).toEqual([
    'Search',
    'Filter',
    'Users',
    'FileText',
    'PenTool',
    'TrendingUp',
    'DollarSign',
    'Award',
    'Shield',
    'Target',
    'Calendar',
    'Heart',
    'UserCheck',
    'MessageCircle',
    'TrendingDown',
    'Calculator',
    'Receipt',
    'BookOpen',
    'Briefcase',
    'Zap',
    'ClipboardList',
    'Monitor',
    'FileSearch',
  ])
  expect(Object.keys(iconLabels).sort()).toEqual([...iconNames].sort())
})
