import { useState } from 'react'
import { LogOut, UsersRound } from 'lucide-react'
import { useUser } from '../../api/browser.ts'
import { confirmSignOut } from '../../layout/sign-out.ts'
import { keysAnchor, passwordAnchor, paths } from '../../paths.ts'
import { useLocation } from '../../router/Router.tsx'
import { downloadFailureSentence, onDemand } from '../../ui/on-demand.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton, useDeferredReady } from '../../ui/feedback/Skeleton.tsx'
import { OwnData } from './OwnData.tsx'
import { ProfileSections, type SectionId } from './ProfileSections.tsx'
import styles from './Profile.module.css'
import { SummaryCard } from './SummaryCard.tsx'
import { useProfile, useProfileOptions } from './use-profile.ts'

// Loaded lazily, because it is below the form that people come for.
const OwnUsage = onDemand(async () => (await import('./OwnUsage.tsx')).default, {
  fallback: <ErrorMessage>{downloadFailureSentence('Votre consommation n’a pas pu être affichée')}</ErrorMessage>,
})

/** « Mon Profil »: account, information for the assistants, password, usage and data of the person. */
export function ProfilePage() {
  const user = useUser()
  const profile = useProfile()
  const options = useProfileOptions()
  const isDrawn = useDeferredReady(profile.data !== undefined && options.data !== undefined)
  const { hash } = useLocation()
  const [openSection, setOpenSection] = useState<SectionId | null>([passwordAnchor, keysAnchor].includes(hash) ? 'security' : 'personal')

  const hasFailed = profile.isError || options.isError
  // The parts below the form wait for it: it would push them down on a small screen.
  const isComing = !isDrawn && !hasFailed

  function retry() {
    if (profile.isError) void profile.refetch()
    if (options.isError) void options.refetch()
  }

  return (
    <div className={styles.page}>
      <PageTitle
        lead="Ce que vous indiquez ici aide les assistants à vous répondre. Seuls les champs que vous remplissez leur sont transmis."
        actions={
          <>
            <LinkButton icon={<UsersRound aria-hidden />} href={paths.teams}>
              Mes services
            </LinkButton>
            <Button icon={<LogOut aria-hidden />} onPress={confirmSignOut}>
              Se déconnecter
            </Button>
          </>
        }
      >
        Mon Profil
      </PageTitle>
      <SummaryCard user={user} />
      {isDrawn && profile.data && options.data ? (
        <ProfileSections profile={profile.data} options={options.data} openSection={openSection} onSection={setOpenSection} />
      ) : hasFailed ? (
        <ErrorMessage onRetry={retry} isRetrying={(profile.isError && profile.isFetching) || (options.isError && options.isFetching)}>
          Erreur lors du chargement du profil
        </ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={9} label="Chargement du profil…" />
      )}
      {!isComing && (
        <>
          <OwnUsage />
          <OwnData />
        </>
      )}
    </div>
  )
}
