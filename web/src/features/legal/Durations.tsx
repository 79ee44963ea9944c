import { retentionNoticeDays, type InstanceInfo } from '@parvis/contract'
import { durationText } from '../../ui/words/formats.ts'
import { SettingValue } from './LegalPage.tsx'

/** List of the retention periods in force, by kind of data. */
export function Durations({ instance }: { instance: InstanceInfo | undefined }) {
  const rules = instance?.retention
  const after = (days: number | null | undefined, endless: string, then: string) =>
    days === undefined ? '…' : days === null ? endless : then.replace('%', durationText(days))
  const days = (count: number | null | undefined) => (typeof count === 'number' ? durationText(count) : count)
  return (
    <ul>
      <li>
        Conversations&nbsp;: jusqu’à leur suppression par vous
        {after(
          rules?.conversations,
          '.',
          `, et au plus % après leur dernier message. «\u00a0Mon espace\u00a0» vous prévient ${retentionNoticeDays}\u00a0jours avant\u00a0; vous pouvez conserver celles que vous voulez.`,
        )}
      </li>
      <li>
        Projets et documents&nbsp;: jusqu’à leur suppression par vous, ou celle de votre compte. Un document supprimé laisse son nom et les passages cités dans
        les conversations qui l’ont interrogé, aussi longtemps qu’elles.
      </li>
      <li>
        Compte et profil&nbsp;: jusqu’à la suppression du compte, par vous ou par un administrateur
        {after(
          instance?.mail_host === null ? null : rules?.accounts,
          '.',
          `\u00a0; sans connexion pendant %, un courriel vous prévient et le compte est supprimé ${retentionNoticeDays}\u00a0jours plus tard.`,
        )}
      </li>
      <li>Avis sur les réponses&nbsp;: {after(rules?.feedback, 'aussi longtemps que la réponse.', '%.')}</li>
      <li>Session&nbsp;: 12&nbsp;heures sans activité, 7&nbsp;jours au plus après la connexion.</li>
      <li>Lien de réinitialisation du mot de passe&nbsp;: 1&nbsp;heure.</li>
      <li>Erreurs récentes (code, appel, heure et référence, sans personne ni contenu)&nbsp;: 30&nbsp;jours.</li>
      {instance?.mail_host === null && <li>Courriels gardés sur le serveur, faute de serveur de courriel&nbsp;: {after(rules?.mails, '…', '%.')}</li>}
      <li>Traces des purges et des actes d’administration, et jetons consommés, gardés dans la base&nbsp;: {after(rules?.journal, '…', '%.')}</li>
      <li>
        Journal technique du serveur&nbsp;: <SettingValue>{days(instance?.log_retention_days)}</SettingValue>.
      </li>
      <li>
        Sauvegardes&nbsp;: <SettingValue>{days(instance?.backup_retention_days)}</SettingValue>. Ce qui a été effacé depuis une sauvegarde l’est de nouveau
        quand elle est restaurée.
      </li>
    </ul>
  )
}
