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

/** Names an assistant or a category may have (specification, chapter 3). */
export const iconNames: readonly string[] = Object.keys(drawings)

/** French names of the same, for the form of an assistant. */
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
  /** One of `iconNames`; anything else is drawn as FileText, the default. */
  name: string | null | undefined
  /** In CSS pixels. */
  size?: number
}

/** The drawing of an assistant or a category. Always beside its name, hence hidden from assistive technology. */
export function Icon({ name, size = 20 }: IconProps) {
  const Drawing = (name && Object.hasOwn(drawings, name) ? drawings[name] : undefined) ?? FileText
  return <Drawing size={size} aria-hidden />
}
