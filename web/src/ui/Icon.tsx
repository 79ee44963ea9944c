import {
  Award,
  BookOpen,
  Briefcase,
  Calculator,
  Calendar,
  ClipboardList,
  DollarSign,
  FileSearch,
  FileText,
  Filter,
  Heart,
  MessageCircle,
  Monitor,
  PenTool,
  Receipt,
  Search,
  Shield,
  Target,
  TrendingDown,
  TrendingUp,
  UserCheck,
  Users,
  Zap,
  type LucideIcon,
} from 'lucide-react'

const drawings: Record<string, LucideIcon> = {
  Search,
  Filter,
  Users,
  FileText,
  PenTool,
  TrendingUp,
  DollarSign,
  Award,
  Shield,
  Target,
  Calendar,
  Heart,
  UserCheck,
  MessageCircle,
  TrendingDown,
  Calculator,
  Receipt,
  BookOpen,
  Briefcase,
  Zap,
  ClipboardList,
  Monitor,
  FileSearch,
}

/** Icon names that an assistant or a category may have (specification, chapter 3). */
export const iconNames: readonly string[] = Object.keys(drawings)

/** French name of each icon, shown in the icon picker. */
export const iconLabels: Readonly<Record<string, string>> = {
  Search: 'Loupe',
  Filter: 'Filtre',
  Users: 'Équipe',
  FileText: 'Document',
  PenTool: 'Plume',
  TrendingUp: 'Courbe en hausse',
  DollarSign: 'Finances',
  Award: 'Récompense',
  Shield: 'Bouclier',
  Target: 'Cible',
  Calendar: 'Calendrier',
  Heart: 'Cœur',
  UserCheck: 'Personne validée',
  MessageCircle: 'Bulle',
  TrendingDown: 'Courbe en baisse',
  Calculator: 'Calculatrice',
  Receipt: 'Facture',
  BookOpen: 'Livre ouvert',
  Briefcase: 'Mallette',
  Zap: 'Éclair',
  ClipboardList: 'Liste',
  Monitor: 'Écran',
  FileSearch: 'Recherche dans un document',
}

interface IconProps {
  /** Name of an icon (`iconNames`). Any other value is drawn as `FileText`. */
  name: string | null | undefined
  /** Width and height in CSS pixels. */
  size?: number
}

/** Icon of an assistant or a category. Hidden from assistive technology, because its name is always written beside it. */
export function Icon({ name, size = 20 }: IconProps) {
  const Drawing = (name && Object.hasOwn(drawings, name) ? drawings[name] : undefined) ?? FileText
  return <Drawing size={size} aria-hidden />
}
