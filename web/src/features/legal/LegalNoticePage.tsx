import { paths } from '../../paths.ts'
import { Link } from 'react-router'
import { LegalPage, Missing, Outside } from './LegalPage.tsx'

/** Who answers for this instance. */
export function LegalNoticePage() {
  return (
    <LegalPage title="Mentions légales">
      <h2>Éditeur du service</h2>
      <ul>
        <li>
          Organisme&nbsp;: <Missing>nom, statut et adresse</Missing>
        </li>
        <li>
          Téléphone et courriel&nbsp;: <Missing>coordonnées</Missing>
        </li>
        <li>
          Directeur ou directrice de la publication&nbsp;: <Missing>nom et fonction</Missing>
        </li>
      </ul>

      <h2>Hébergement</h2>
      <p>
        <Missing>Nom, adresse et téléphone de l’hébergeur</Missing>
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
        réutilisent selon la <Outside href="https://www.etalab.gouv.fr/licence-ouverte-open-licence/">Licence ouverte</Outside>, sauf mention contraire.
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
