import type { InstanceInfo, News } from '@parvis/contract'
import { BookOpenText, FolderKanban, Library, MessagesSquare, UsersRound } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { loadable } from '../../router/loadable.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { LinkCard } from '../../ui/content/Card.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { FamiliarAssistants } from '../../layout/familiar-assistants/FamiliarAssistants.tsx'
import styles from './HomePage.module.css'
import { ModelLine, NewsLine } from './NewsLine.tsx'
import type { ReasonsProps } from './Reasons.tsx'
import { RecentConversations, type HomeConversation } from './RecentConversations.tsx'
import type { FamiliarAssistant } from '../../layout/familiar-assistants/familiar-assistants.ts'

/** Data that the home page shows to a signed-in person. */
export interface HomeData {
  /** Latest first; undefined while they load, empty when there are none. */
  conversations?: readonly HomeConversation[] | undefined
  /** Favourite assistants, then the most used ones. */
  assistants?: readonly FamiliarAssistant[]
  /** Counts of the person's news; undefined if they could not be loaded. */
  news?: News | undefined
  /** The built-in demonstration model answers: administrators are told how to connect another one. */
  isDemonstration?: boolean
}

export interface HomePageProps {
  /** Null for a visitor. */
  user: { first_name: string | null; username: string; is_admin: boolean; previous_login: string | null } | null
  work?: HomeData
  /** The conversations are slow to load: the rest of the page is shown without waiting for them. */
  isLate?: boolean
  /** Undefined while it is unknown: the page then says nothing about its host nor its model. */
  instance?: InstanceInfo | undefined
  /** Composer in which a signed-in person starts a conversation. */
  composer?: ReactNode
}

interface HomeParts {
  HeroArt: ComponentType
  Reasons: ComponentType<ReasonsProps>
}

// A separate chunk, because home is loaded with every page that has a menu. If the download fails, the page is shown without these parts.
const loadParts = (): Promise<HomeParts> => import('./Reasons.tsx').catch(() => emptyParts)
const emptyParts: HomeParts = { HeroArt: () => null, Reasons: () => null }
const Reasons = loadable(async () => (await loadParts()).Reasons)
// Preloads `Reasons` too: it is first rendered when a response arrives, when a loading state would move the page.
const HeroArt = loadable(async () => {
  await Reasons.preload('/')
  return (await loadParts()).HeroArt
})

/** Home page: the tools of the application, and the person's recent conversations. */
export function HomePage({ user, work = {}, isLate = false, instance, composer }: HomePageProps) {
  const greeting = user?.first_name?.trim() || user?.username
  // The recent conversations push the rest of the page down, so the rest is rendered once they are known. A person who signs in for the first time has
  // none.
  const isLoading = user !== null && user.previous_login !== null && work.conversations === undefined && !isLate
  // While they are loading, a person who has signed in before is assumed to have some.
  const hasConversations = user !== null && (work.conversations === undefined ? user.previous_login !== null : work.conversations.length > 0)
  return (
    <div className={styles.home}>
      <section className={styles.hero} data-own={user !== null || undefined} data-awaited={isLoading || undefined}>
        <div className={styles.words}>
          <PageTitle tabTitle="Accueil">
            {greeting ? `Bonjour ${greeting}, par quoi commençons-nous\u00a0?` : 'L’intelligence artificielle au service de votre collectivité'}
          </PageTitle>
          {user ? (
            <>
              {composer}
              {work.news && <NewsLine news={work.news} isAdmin={user.is_admin} />}
              {user.is_admin && work.isDemonstration && <ModelLine />}
              <FamiliarAssistants assistants={work.assistants ?? []} label="Vos assistants" />
            </>
          ) : (
            <p className={styles.lead}>Rédigez, cherchez dans vos documents et conduisez vos projets avec des assistants pensés pour les agents publics.</p>
          )}
          {!isLoading && <Actions isVisitor={user === null} />}
        </div>
        <HeroArt />
      </section>

      {isLoading ? (
        <div role="status" data-loading>
          <VisuallyHidden>Chargement de vos conversations…</VisuallyHidden>
        </div>
      ) : (
        <>
          {user && <RecentConversations conversations={work.conversations} isNew={user.previous_login === null} />}
          <Tools user={user} />
          {/* The key resets the folded state once the conversations have loaded. */}
          <Reasons key={String(hasConversations)} isVisitor={user === null} isFolded={hasConversations} instance={instance} />
        </>
      )}
    </div>
  )
}

function Actions({ isVisitor }: { isVisitor: boolean }) {
  return (
    <div className={styles.actions}>
      <LinkButton href={paths.assistants} variant={isVisitor ? 'primary' : undefined} icon={<MessagesSquare aria-hidden />}>
        Essayer les assistants
      </LinkButton>
      <LinkButton href={paths.help} variant="quiet">
        Consulter l'aide
      </LinkButton>
    </div>
  )
}

function Tools({ user }: Pick<HomePageProps, 'user'>) {
  return (
    <section aria-labelledby="decouvrir">
      <h2 id="decouvrir">{user ? 'Vos outils' : 'Ce que vous pouvez faire'}</h2>
      <div className={styles.cards}>
        <LinkCard href={paths.assistants} title="Assistants IA" icon={<MessagesSquare />} badge={<Badge tone="accent">Commencez ici !</Badge>}>
          Un courrier, une note, un compte rendu&nbsp;: choisissez l’assistant, il vous guide.
        </LinkCard>
        <LinkCard href={paths.projects} title="Projets" icon={<FolderKanban />}>
          Décrivez un projet une fois&nbsp;; les assistants en tiennent compte dans chaque conversation.
        </LinkCard>
        <LinkCard href={paths.libraryChat} title="Documents" icon={<Library />}>
          Interrogez les documents partagés de la collectivité&nbsp;: chaque réponse cite son passage. Dans le menu&nbsp;: «&nbsp;Bibliothèque&nbsp;».
        </LinkCard>
        {user?.is_admin && (
          <>
            <LinkCard href={paths.documents} title="Bibliothèque" icon={<BookOpenText />}>
              La base documentaire&nbsp;: déposez, classez et tenez à jour les fichiers partagés. Dans le menu&nbsp;: «&nbsp;Base documentaire&nbsp;».
            </LinkCard>
            <LinkCard href={paths.users} title="Administration" icon={<UsersRound />}>
              Ouvrez les comptes, attribuez les rôles, aidez vos collègues à se connecter.
            </LinkCard>
          </>
        )}
      </div>
    </section>
  )
}

HomePage.preload = async (pathname: string) => {
  await HeroArt.preload(pathname)
}
