import type { Profile, ProfileOptions } from '@parvis/contract'
import { Briefcase, IdCard, KeyRound, SlidersHorizontal } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FormDraftNotice } from '../../layout/drafts/FormDraftNotice.tsx'
import { useFormDraft } from '../../layout/drafts/use-form-draft.ts'
import { Accordion } from '../../ui/content/Accordion.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveEnterSends, useEnterSends } from '../../chat/composer/sending-key.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Switch } from '../../ui/fields/Checkbox.tsx'
import { PersonalFields, PreferenceFields, ProfessionalFields } from '../../layout/profile/ProfileFields.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { profileFailure, type ProfileFailure } from './profile-errors.ts'
import { isChanged, payloadOf, pickFields } from '../../layout/profile/profile-form.ts'
import { SecuritySection } from './SecuritySection.tsx'
import { useSaveProfile } from './use-profile.ts'

export type SectionId = 'personal' | 'professional' | 'preferences' | 'security'
type FormId = Exclude<SectionId, 'security'>

/** Result of the last save, and the section that was saved. */
type Outcome = { section: FormId; failure: ProfileFailure | null }

const fieldsOfSection: Record<FormId, readonly (keyof Profile)[]> = {
  personal: ['first_name', 'last_name'],
  professional: ['type_collectivite', 'tranche_effectif', 'tranche_population', 'champ_action', 'fonction', 'experience_gestion_projet'],
  preferences: ['style_conversationnel'],
}

interface ProfileSectionsProps {
  profile: Profile
  options: ProfileOptions
  openSection: SectionId | null
  onSection: (section: SectionId | null) => void
}

/** Four sections, at most one open. The first three edit the same nine fields in one draft, so that opening another section loses nothing. */
export function ProfileSections({ profile, options, openSection, onSection }: ProfileSectionsProps) {
  const form = useFormDraft('profile', profile)
  const draft = form.values
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const save = useSaveProfile()

  function change(changes: Partial<Profile>) {
    form.set(changes)
    if (outcome?.failure === null) setOutcome(null)
  }

  async function submit(section: FormId) {
    setOutcome(null)
    try {
      const { message: _, ...kept } = await form.save(() => save.mutateAsync(payloadOf(draft, form.base)))
      form.continueFrom(kept, draft)
      setOutcome({ section, failure: null })
    } catch (error) {
      setOutcome({ section, failure: profileFailure(error) })
    }
  }

  const fields = { draft, options, onChange: change, errors: outcome?.failure?.fields ?? {} }
  const formOf = (section: FormId, content: ReactNode) => (
    <ProfileForm
      isPending={save.isPending}
      outcome={outcome?.section === section ? outcome : null}
      onDismiss={() => setOutcome(null)}
      onSubmit={() => void submit(section)}
    >
      {content}
    </ProfileForm>
  )
  const aside = (section: FormId) => {
    const isWaiting = isChanged(pickFields(draft, fieldsOfSection[section]), pickFields(form.base, fieldsOfSection[section]))
    return isWaiting && <Badge tone="warning">Non enregistré</Badge>
  }

  return (
    <>
      <FormDraftNotice draft={form} />
      <Accordion
        openSection={openSection}
        onChange={(id) => onSection(id as SectionId | null)}
        sections={[
          {
            id: 'personal',
            title: 'Informations personnelles',
            icon: <IdCard aria-hidden />,
            aside: aside('personal'),
            content: formOf('personal', <PersonalFields {...fields} />),
          },
          {
            id: 'professional',
            title: 'Informations professionnelles',
            icon: <Briefcase aria-hidden />,
            aside: aside('professional'),
            content: formOf('professional', <ProfessionalFields {...fields} />),
          },
          {
            id: 'preferences',
            title: 'Préférences',
            icon: <SlidersHorizontal aria-hidden />,
            aside: aside('preferences'),
            content: (
              <>
                {formOf('preferences', <PreferenceFields {...fields} />)}
                <SendingKey />
              </>
            ),
          },
          { id: 'security', title: 'Sécurité', icon: <KeyRound aria-hidden />, content: <SecuritySection /> },
        ]}
      />
    </>
  )
}

/** Switch for the key that sends a message, applied at once in every chat. */
function SendingKey() {
  const enterSends = useEnterSends()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <Switch
        isSelected={enterSends}
        hint="Maj + Entrée va à la ligne. Sans ce choix, Ctrl + Entrée envoie et Entrée va à la ligne."
        onChange={(isChosen) => {
          setFailure(null)
          void saveEnterSends(isChosen).catch((error: unknown) => setFailure(sentenceOf(error, 'Votre choix n’a pas pu être enregistré.')))
        }}
      >
        Envoyer les messages avec Entrée
      </Switch>
      {failure && <Banner tone="error">{failure}</Banner>}
    </>
  )
}
