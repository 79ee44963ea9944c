import type { InstanceInfo } from '@parvis/contract'
import { ArrowRight, BookOpenText, Landmark, LockKeyhole, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { FoldingPanel } from '../../ui/content/FoldingPanel.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { hostingSentence, modelSentence } from '../../ui/words/instance-words.ts'
import styles from './HomePage.module.css'

interface Reason {
  title: string
  text: string
  icon: ReactNode
}

/** @param instance undefined while it is unknown: the reasons then say nothing about its host nor its model */
const reasonsOf = (instance: InstanceInfo | undefined): readonly Reason[] => [
  {
    title: 'Des assistants qui connaissent votre métier',
    text: 'Délibération, marché public, budget, note au maire, conduite de projet\u00a0: chaque assistant est spécialisé, se présente et pose les bonnes questions avant d’écrire.',
    icon: <Sparkles aria-hidden />,
  },
  {
    title: 'Des données dont vous restez maître',
    text: [
      'Parvis s’installe sur le serveur que choisit votre collectivité, ne dépose aucun cookie et ne réutilise pas vos échanges.',
      ...(instance ? [hostingSentence(instance), modelSentence(instance)] : []),
    ]
      .filter((sentence) => sentence !== null)
      .join(' '),
    icon: <LockKeyhole aria-hidden />,
  },
  {
    title: 'Des réponses appuyées sur vos documents',
    text: 'Interrogez la base documentaire de votre collectivité\u00a0: chaque réponse cite le fichier et le passage d’où elle vient, pour que vous puissiez vérifier.',
    icon: <BookOpenText aria-hidden />,
  },
]

export interface ReasonsProps {
  isVisitor: boolean
  /** Folds the section under its heading, for a person who already has conversations. */
  isFolded: boolean
  /** Undefined while it is unknown. */
  instance: InstanceInfo | undefined
}

/** « Pourquoi choisir », and for visitors a link to sign in. */
export function Reasons({ isVisitor, isFolded, instance }: ReasonsProps) {
  const [isOpen, setOpen] = useState(!isFolded)
  const title = 'Pourquoi choisir Parvis\u00a0?'
  return (
    <section aria-labelledby="pourquoi" className={styles.why}>
      <h2 id="pourquoi">
        {isFolded ? (
          <TextButton tone="muted" aria-expanded={isOpen} aria-controls="raisons" onPress={() => setOpen(!isOpen)}>
            {title}
          </TextButton>
        ) : (
          title
        )}
      </h2>
      <FoldingPanel id="raisons" isOpen={isOpen} onFound={() => setOpen(true)} aria-labelledby="pourquoi">
        <ul className={styles.reasons}>
          {reasonsOf(instance).map((reason) => (
            <li key={reason.title}>
              <span className={styles.reasonIcon}>{reason.icon}</span>
              <h3>{reason.title}</h3>
              <p>{reason.text}</p>
            </li>
          ))}
        </ul>
      </FoldingPanel>
      {isVisitor && (
        <p className={styles.join}>
          <Landmark aria-hidden />
          <span>Votre collectivité utilise déjà Parvis&nbsp;?</span>
          <LinkButton href={paths.login} icon={<ArrowRight aria-hidden />}>
            Se connecter
          </LinkButton>
        </p>
      )}
    </section>
  )
}
