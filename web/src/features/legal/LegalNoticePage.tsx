import { paths } from '../../paths.ts'
import { useInstance } from '../../api/use-instance.ts'
import { Link } from '../../router/Link.tsx'
import { LegalPage, Outside, Said } from './LegalPage.tsx'

/** Legal notice of the instance: publisher, host, data protection officer. */
export function LegalNoticePage() {
  const instance = useInstance()
  const publisher = instance?.publisher
  return (
    <LegalPage title="Mentions légales" told={(known) => [...Object.values(known.publisher), known.hosting, known.dpo]}>
      <h2>Éditeur du service</h2>
      <ul>
        <li>
          Organisme&nbsp;: <Said>{publisher?.name}</Said>
        </li>
        <li>
          Téléphone et courriel&nbsp;: <Said>{publisher?.contact}</Said>
        </li>
        <li>
          Directeur ou directrice de la publication&nbsp;: <Said>{publisher?.director}</Said>
        </li>
      </ul>

      <h2>Hébergement</h2>
      <p>
        <Said>{instance?.hosting}</Said>
      </p>

      <h2>Délégué à la protection des données</h2>
      <p>
        <Said>{instance?.dpo}</Said>
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
