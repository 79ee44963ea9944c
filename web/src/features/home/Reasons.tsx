import { ArrowRight, BookOpenText, Landmark, LockKeyhole, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/Button.tsx'
import styles from './HomePage.module.css'

const reasons: readonly { title: string; text: string; icon: ReactNode }[] = [
  {
    title: 'Des assistants qui connaissent votre métier',
    text: 'Délibération, marché public, budget, note au maire, conduite de projet\u00a0: chaque assistant est spécialisé, se présente et pose les bonnes questions avant d’écrire.',
    icon: <Sparkles aria-hidden />,
  },
  {
    title: 'Des données qui restent chez vous',
    text: 'Parvis est hébergé en France, sur un serveur privé, avec un modèle de langue européen. Aucun cookie, et vos échanges ne servent jamais à autre chose.',
    icon: <LockKeyhole aria-hidden />,
  },
  {
    title: 'Des réponses appuyées sur vos documents',
    text: 'Interrogez la base documentaire de votre collectivité\u00a0: chaque réponse cite le fichier et le passage d’où elle vient, pour que vous puissiez vérifier.',
    icon: <BookOpenText aria-hidden />,
  },
]

/** Why one would use it, and for a visitor where to sign in. */
export function Reasons({ isVisitor }: { isVisitor: boolean }) {
  return (
    <section aria-labelledby="pourquoi" className={styles.why}>
      <h2 id="pourquoi">Pourquoi choisir Parvis&nbsp;?</h2>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason.title}>
            <span className={styles.reasonIcon}>{reason.icon}</span>
            <h3>{reason.title}</h3>
            <p>{reason.text}</p>
          </li>
        ))}
      </ul>
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
