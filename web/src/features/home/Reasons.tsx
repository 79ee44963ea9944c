import type { InstanceInfo } from '@parvis/contract'
import { ArrowRight, BookOpenText, Landmark, LockKeyhole, Sparkles } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { FoldingPanel } from '../../ui/content/FoldingPanel.tsx'
import { hostingSentence, modelSentence } from '../../ui/words/instance-words.ts'
import styles from './HomePage.module.css'
import heroArtStyles from './HeroArt.module.css'

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

/** Line drawing of a town hall on its square (« parvis »). */
export function HeroArt() {
  return (
    <svg className={heroArtStyles.art} viewBox="0 0 360 260" aria-hidden focusable="false">
      <circle className={heroArtStyles.sun} cx="272" cy="66" r="26" />
      <path className={heroArtStyles.back} d="M28 196v-62h58v62M274 196v-50h60v50" />
      <path d="M44 150h10v14H44zM64 150h10v14H64zM44 174h10v12H44zM64 174h10v12H64zM290 160h10v14h-10zM310 160h10v14h-10z" />
      <path className={heroArtStyles.roof} d="M92 108l88-44 88 44Z" />
      <path className={heroArtStyles.wall} d="M100 108h160v88H100Z" />
      <path className={heroArtStyles.back} d="M164 72V46h32v26M164 46l16-14 16 14" />
      <path d="M180 32V14" />
      <path className={heroArtStyles.flag} d="M180 14h20l-5 5 5 5h-20" />
      <circle className={heroArtStyles.wall} cx="180" cy="90" r="9" />
      <path d="M180 85v5l4 3" />
      <path className={heroArtStyles.door} d="M164 196v-38a16 16 0 0 1 32 0v38Z" />
      <path d="M180 142v54M116 126h16v22h-16zM228 126h16v22h-16zM116 166h16v18h-16zM228 166h16v18h-16zM140 108v88M220 108v88" />
      <path d="M12 196h336" />
      <path className={heroArtStyles.ground} d="M150 196l-44 56M210 196l44 56M180 196v56M58 210h250M30 228h302M8 248h344" />
      <path className={heroArtStyles.bubble} d="M36 42h74a9 9 0 0 1 9 9v26a9 9 0 0 1-9 9H66l-14 13V86H36a9 9 0 0 1-9-9V51a9 9 0 0 1 9-9Z" />
      <path d="M42 57h54M42 69h36" />
    </svg>
  )
}
