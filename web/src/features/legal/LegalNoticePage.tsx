import { paths } from '../../paths.ts'
import { useInstance } from '../../api/use-instance.ts'
import { Link } from '../../router/Link.tsx'
import { LegalPage, ExternalLink, SettingValue } from './LegalPage.tsx'

/** Legal notice of the instance: publisher, host, data protection officer. */
export function LegalNoticePage() {
  const instance = useInstance()
  const publisher = instance?.publisher
  return (
    <LegalPage title="Mentions légales" settingsOf={(info) => [...Object.values(info.publisher), info.hosting, info.dpo]}>
      <h2>Éditeur du service</h2>
      <ul>
        <li>
          Organisme&nbsp;: <SettingValue>{publisher?.name}</SettingValue>
        </li>
        <li>
          Téléphone et courriel&nbsp;: <SettingValue>{publisher?.contact}</SettingValue>
        </li>
        <li>
          Directeur ou directrice de la publication&nbsp;: <SettingValue>{publisher?.director}</SettingValue>
        </li>
      </ul>

      <h2>Hébergement</h2>
      <p>
        <SettingValue>{instance?.hosting}</SettingValue>
      </p>

      <h2>Délégué à la protection des données</h2>
      <p>
        <SettingValue>{instance?.dpo}</SettingValue>
      </p>

      <h2>Logiciel</h2>
      <p>
        Parvis est un logiciel libre, distribué sous licence MIT. Les polices Atkinson Hyperlegible Next et Bricolage Grotesque sont distribuées sous licence
        SIL Open Font License&nbsp;1.1.
      </p>

      <h2>Contenus</h2>
      <p>
        Les réponses sont produites par une intelligence artificielle&nbsp;: elles sont des projets à relire, n’engagent pas l’organisme et ne constituent pas
        un conseil juridique. Les documents de la base documentaire restent la propriété de leurs auteurs&nbsp;; ceux qui viennent de l’administration se
        réutilisent selon la <ExternalLink href="https://www.etalab.gouv.fr/licence-ouverte-open-licence/">Licence ouverte</ExternalLink>, sauf mention
        contraire.
      </p>

      <h2>Voir aussi</h2>
      <ul>
        <li>
          <Link to={paths.privacy}>Confidentialité</Link>&nbsp;: données personnelles et stockage du navigateur
        </li>
        <li>
          <Link to={paths.accessibility}>Déclaration d’accessibilité</Link>
        </li>
      </ul>
    </LegalPage>
  )
}
