/** Icon names an assistant may carry (specification, chapter 3); all are Lucide names. */
export const iconNames = [
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
] as const
export type IconName = (typeof iconNames)[number]
export const defaultIcon: IconName = 'FileText'
