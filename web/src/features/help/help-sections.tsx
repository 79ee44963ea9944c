import { Bot, CircleHelp, FileText, FolderKanban, Lightbulb, Milestone, Rocket, Settings, ShieldCheck } from 'lucide-react'
import type { AccordionSection } from '../../ui/content/Accordion.tsx'
import type { HelpFacts } from './facts.ts'
import { Assistants, FirstSteps, Introduction } from './sections-begin.tsx'
import { Administration, Documents, Projects } from './sections-content.tsx'
import { Faq, Security, Tips } from './sections-end.tsx'

/** The nine sections, in the order of the specification (chapter 2). Their ids are URL hashes: /docs#projets. */
export function helpSections(facts: HelpFacts): readonly AccordionSection[] {
  return [
    { id: 'introduction', title: 'Introduction', icon: <Milestone aria-hidden />, content: <Introduction facts={facts} /> },
    { id: 'premiers-pas', title: 'Premiers pas', icon: <Rocket aria-hidden />, content: <FirstSteps facts={facts} /> },
    { id: 'assistants', title: 'Les assistants', icon: <Bot aria-hidden />, content: <Assistants /> },
    { id: 'projets', title: 'Les projets', icon: <FolderKanban aria-hidden />, content: <Projects /> },
    { id: 'documents', title: 'Les documents', icon: <FileText aria-hidden />, content: <Documents facts={facts} /> },
    { id: 'administration', title: 'Administration', icon: <Settings aria-hidden />, content: <Administration facts={facts} /> },
    { id: 'securite', title: 'Sécurité et confidentialité', icon: <ShieldCheck aria-hidden />, content: <Security facts={facts} /> },
    { id: 'conseils', title: 'Conseils', icon: <Lightbulb aria-hidden />, content: <Tips /> },
    { id: 'faq', title: 'Questions fréquentes', icon: <CircleHelp aria-hidden />, content: <Faq facts={facts} /> },
  ]
}
