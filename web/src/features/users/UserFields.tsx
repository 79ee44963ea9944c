import { routes, type ListedUser } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { useUser } from '../../api/browser.ts'
import { useInstance } from '../../api/use-instance.ts'
import { PeopleChips } from '../../layout/people/AddPeople.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { passwordHint } from '../../ui/fields/password-words.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { PasswordField, TextField } from '../../ui/fields/TextField.tsx'
import { oidcHints, noMailWarning } from './user-form.ts'
import styles from './UsersPage.module.css'
import type { useUserForm } from './use-user-form.ts'

type Name = 'username' | 'email' | 'first_name' | 'last_name'

/** Fields of an account: names, teams, way to sign in, role and state. */
export function UserFields({ isNew, isSelf, draft, teams, setTeams, entry, setEntry, isOidcOnly, errors }: ReturnType<typeof useUserForm>) {
  const instance = useInstance()
  const { values, set } = draft
  const bind = (name: Name) => ({
    name,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
  })
  return (
    <>
      <div className={styles.pair}>
        <TextField {...bind('username')} label="Nom d’utilisateur" isRequired autoComplete="off" autoFocus spellCheck="false" />
        <TextField {...bind('email')} label="E-mail" type="email" isRequired autoComplete="off" spellCheck="false" />
        <TextField {...bind('first_name')} label="Prénom" autoComplete="off" />
        <TextField {...bind('last_name')} label="Nom" autoComplete="off" />
      </div>
      <TeamsField teams={teams} onChange={setTeams} />
      {isNew && isOidcOnly && <Banner tone="info">{oidcHints.one}</Banner>}
      {isNew && !isOidcOnly && (
        <Checkbox
          isSelected={entry.invite}
          onChange={(invite) => setEntry({ ...entry, invite })}
          hint="La personne reçoit un lien, valable sept jours, pour choisir elle-même son mot de passe."
        >
          Inviter par courriel
        </Checkbox>
      )}
      {isNew && entry.invite && instance?.mail_host === null && <Banner tone="warning">{noMailWarning.one}</Banner>}
      {!isSelf && !entry.invite && !isOidcOnly && (
        <PasswordField
          name="password"
          value={entry.password}
          onChange={(password) => setEntry({ ...entry, password })}
          error={errors.password}
          label="Mot de passe"
          isRequired={isNew}
          autoComplete="new-password"
          hint={`${passwordHint(instance?.password_policy, values.is_admin)}${isNew ? '' : ' Laissez vide pour ne pas le changer.'}`}
        />
      )}
      <div className={styles.checks}>
        <Checkbox isSelected={values.is_admin} onChange={(is_admin) => set({ is_admin })} hint="Gère les comptes, les assistants et les prompts.">
          Administrateur
        </Checkbox>
        <Checkbox isSelected={values.is_active} onChange={(is_active) => set({ is_active })} hint="Un compte inactif ne peut pas se connecter.">
          Compte actif
        </Checkbox>
      </div>
      {isSelf && <OwnProof entry={entry} setEntry={setEntry} errors={errors} />}
    </>
  )
}

/** Explains how to change one's own account, and asks for the password and the second factor that the server requires for anything but names. */
function OwnProof({ entry, setEntry, errors }: Pick<ReturnType<typeof useUserForm>, 'entry' | 'setEntry' | 'errors'>) {
  const currentUser = useUser()
  return (
    <>
      <Banner tone="info">
        C’est votre propre compte. Votre mot de passe se change dans <Link to={paths.profile}>Mon profil</Link>.
        {currentUser.has_password
          ? ' Pour changer autre chose que votre nom et votre prénom, dites ici votre mot de passe actuel.'
          : ' Pour changer autre chose que votre nom et votre prénom, votre connexion doit avoir moins de dix minutes.'}
      </Banner>
      {currentUser.has_password && (
        <PasswordField
          name="current_password"
          value={entry.current_password}
          onChange={(current_password) => setEntry({ ...entry, current_password })}
          error={errors.current_password}
          label="Votre mot de passe actuel"
          autoComplete="current-password"
        />
      )}
      {currentUser.has_password && currentUser.second_factor_at !== null && (
        <TextField
          name="code"
          value={entry.code}
          onChange={(code) => setEntry({ ...entry, code })}
          error={errors.code}
          label="Votre code"
          hint="De votre application, ou un code de secours."
          autoComplete="one-time-code"
        />
      )}
    </>
  )
}

/** Teams of an account, with a list to add one. */
function TeamsField({ teams, onChange }: { teams: ListedUser['teams']; onChange: (teams: ListedUser['teams']) => void }) {
  const { data = [] } = useQuery(queryFor(routes.teams.list))
  const availableTeams = data.filter(({ id }) => !teams.some((team) => team.id === id))
  return (
    <div className={styles.teamsField}>
      <Select
        label="Services"
        hint="Ce qui est ouvert à un service l’est à ses membres."
        isAction
        placeholder={data.length === 0 ? 'Aucun service pour le moment' : 'Ajouter un service'}
        emptyText={data.length === 0 ? 'Créez-en un dans «\u00a0Services\u00a0», ou importez un fichier qui les nomme' : 'Tous sont déjà choisis'}
        options={availableTeams.map(({ id, name }) => ({ id, label: name }))}
        value={null}
        onChange={(id) => onChange([...teams, availableTeams.find((team) => team.id === id)!])}
      />
      <PeopleChips label="Services choisis" people={teams} onRemove={(id) => onChange(teams.filter((team) => team.id !== id))} />
    </div>
  )
}
