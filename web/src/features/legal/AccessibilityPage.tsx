import type { InstanceInfo } from '@parvis/contract'
import { useInstance } from '../../api/use-instance.ts'
import { accessibilityGround, accessibilityWord } from '../../ui/words/accessibility-words.ts'
import { formatLongDate, formatNumber } from '../../ui/words/formats.ts'
import { LegalPage, ExternalLink, SettingValue } from './LegalPage.tsx'
import styles from './LegalPage.module.css'

/** Accessibility statement, on the legal template. Without a valid audit, the state is « non conforme ». */
export function AccessibilityPage() {
  const instance = useInstance()
  const accessibility = instance?.accessibility
  return (
    <LegalPage title="Déclaration d’accessibilité" settingsOf={(info) => [info.publisher.name, info.accessibility.contact, info.accessibility.scheme]}>
      <p>
        <SettingValue>{instance?.publisher.name}</SettingValue> s’engage à rendre ses sites internet, intranet, extranet et ses applications accessibles,
        conformément à l’article&nbsp;47 de la loi n°&nbsp;2005-102 du 11&nbsp;février 2005.
      </p>
      <p>
        À cette fin, l’organisme met en œuvre la stratégie et les actions suivantes&nbsp;:{' '}
        {accessibility?.scheme ? (
          <ExternalLink href={accessibility.scheme}>schéma pluriannuel et plan d’action de l’année</ExternalLink>
        ) : (
          <SettingValue>{accessibility?.scheme}</SettingValue>
        )}
        .
      </p>
      <p>
        Cette déclaration s’applique à l’application Parvis, à l’adresse <code>{location.origin}</code>.
      </p>

      <h2>État de conformité</h2>
      <p className={styles.state}>
        Parvis est <strong>{accessibilityWord(instance)}</strong> au référentiel général d’amélioration de l’accessibilité (RGAA), version&nbsp;4.1.2
        {accessibilityGround(instance)}
      </p>

      <h2>Résultats des tests</h2>
      <AuditResult instance={instance} />
      <p>
        L’éditeur vérifie l’application avec des tests automatiques (règles A et AA) et au clavier, en thème clair et sombre. Ces vérifications ne remplacent
        pas un audit&nbsp;: elles ne portent que sur une partie des critères.
      </p>

      <h2>Contenus non accessibles</h2>
      <h3>Non-conformités</h3>
      {!accessibility?.audit && <p>Elles ne sont pas recensées, en l’absence d’audit.</p>}
      <p>Les points suivants sont connus&nbsp;:</p>
      <ul>
        <li>les réponses des assistants sont produites par un modèle&nbsp;: la structure de leurs titres et de leurs tableaux peut être imparfaite&nbsp;;</li>
        <li>les documents déposés par les agents sont proposés tels quels, et peuvent ne pas être accessibles.</li>
      </ul>
      <h3>Dérogations pour charge disproportionnée</h3>
      <p>Aucune n’est invoquée.</p>

      <h2>Établissement de cette déclaration</h2>
      <p>
        {accessibility?.audit
          ? `Cette déclaration a été établie le ${formatLongDate(accessibility.audit.date, 'UTC')}.`
          : 'Cette déclaration est tenue à jour avec l’application, dans l’attente d’un audit.'}
      </p>
      <p>Technologies&nbsp;: HTML5, CSS, JavaScript, SVG, WAI-ARIA.</p>
      <p>Outil de vérification&nbsp;: axe-core, dans le navigateur Chromium.</p>
      <p>Pages vérifiées&nbsp;: toutes les pages de l’application, dans leurs états principaux.</p>

      <h2>Retour d’information et contact</h2>
      <p>
        Si vous n’arrivez pas à accéder à un contenu ou à un service, écrivez à la personne responsable de l’application pour être orienté vers une autre
        solution ou obtenir le contenu sous une autre forme&nbsp;:
      </p>
      <p>
        <SettingValue>{accessibility?.contact}</SettingValue>
      </p>

      <Recourse />
    </LegalPage>
  )
}

/** Legal section: whom to contact when the organisation does not answer. */
function Recourse() {
  return (
    <>
      <h2>Voies de recours</h2>
      <p>
        Si vous constatez un défaut d’accessibilité qui vous empêche d’accéder à un contenu ou à une fonctionnalité, que vous nous le signalez et que vous
        n’obtenez pas de réponse, vous pouvez&nbsp;:
      </p>
      <ul>
        <li>
          écrire un message au <ExternalLink href="https://formulaire.defenseurdesdroits.fr/">Défenseur des droits</ExternalLink>&nbsp;;
        </li>
        <li>
          contacter{' '}
          <ExternalLink href="https://www.defenseurdesdroits.fr/carte-des-delegues">le délégué du Défenseur des droits dans votre région</ExternalLink>&nbsp;;
        </li>
        <li>envoyer un courrier gratuit, sans timbre.</li>
      </ul>
      <address>
        Défenseur des droits
        <br />
        Libre réponse 71120
        <br />
        75342 Paris CEDEX&nbsp;07
      </address>
    </>
  )
}

/** Result of the last accessibility audit, or a sentence that says there is none. */
function AuditResult({ instance }: { instance: InstanceInfo | undefined }) {
  const audit = instance?.accessibility.audit ?? null
  if (audit === null) return <p>Aucun audit n’est enregistré&nbsp;: aucun taux de conformité ne peut être annoncé.</p>
  return (
    <p>
      L’audit de conformité du {formatLongDate(audit.date, 'UTC')}
      {audit.by !== null && `, réalisé par ${audit.by},`} révèle que {formatNumber(audit.rate)}&nbsp;% des critères du RGAA sont respectés.
    </p>
  )
}
