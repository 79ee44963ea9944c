import { paths } from '../../paths.ts'
import { HelpText, PageLink } from './HelpText.tsx'
import type { HelpFacts } from './facts.ts'

export function Security({ facts }: { facts: HelpFacts }) {
  return (
    <HelpText>
      <p>
        Parvis est conçu pour être hébergé en France, sur un serveur privé, avec un modèle de langage européen. Il ne dépose aucun cookie, et vos données ne
        sont pas réutilisées.
      </p>
      <h3>Sur cette installation</h3>
      <ul>
        <li>{facts.model}</li>
        {facts.levels && <li>{facts.levels}</li>}
        <li>{facts.outgoingData}</li>
        <li>{facts.masking.join(' ')}</li>
        {facts.voice.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        <li>Aucun cookie, aucune mesure d’audience, aucune police ni image chargée d’un autre site.</li>
        <li>Votre session se ferme après 12&nbsp;heures sans activité, et au plus tard 7&nbsp;jours après la connexion.</li>
        <li>
          Vos conversations et vos projets ne sont visibles que par vous, et par ceux avec qui vous les partagez. Les administrateurs gèrent votre compte, mais
          n’ont pas d’écran pour lire vos échanges.
        </li>
      </ul>
      <h3>Vos bons réflexes</h3>
      <ul>
        <li>
          N’écrivez pas de nom, d’adresse ni d’information de santé quand la question peut s’en passer&nbsp;: «&nbsp;un agent&nbsp;», «&nbsp;une
          administrée&nbsp;» suffisent.
        </li>
        <li>Ne confiez ni mot de passe, ni secret des affaires, ni pièce d’un contentieux sans l’accord de votre hiérarchie.</li>
        <li>Choisissez un mot de passe long et qui ne sert qu’ici. Déconnectez-vous d’un poste partagé.</li>
      </ul>
      <p>
        Le détail est dans la page <PageLink path={paths.privacy}>Confidentialité</PageLink>.
      </p>
    </HelpText>
  )
}

export function Tips() {
  return (
    <HelpText>
      <h3>Une bonne demande en quatre points</h3>
      <ol>
        <li>
          <strong>Le contexte</strong>&nbsp;: «&nbsp;Commune de 3&nbsp;200&nbsp;habitants, séance du 12&nbsp;juin.&nbsp;»
        </li>
        <li>
          <strong>La tâche</strong>&nbsp;: «&nbsp;Rédige le projet de délibération qui fixe le tarif de la cantine.&nbsp;»
        </li>
        <li>
          <strong>La forme</strong>&nbsp;: «&nbsp;Une page, avec visas, exposé des motifs et dispositif.&nbsp;»
        </li>
        <li>
          <strong>Les limites</strong>&nbsp;: «&nbsp;N’invente aucun montant&nbsp;; écris [À COMPLÉTER].&nbsp;»
        </li>
      </ol>
      <h3>Aller vite</h3>
      <ul>
        <li>Ctrl + K trouve tout, de partout&nbsp;: une conversation par ses mots, un assistant, un prompt, un document, un écran.</li>
        <li>
          Dans le menu, épinglez vos conversations du moment, archivez celles qui sont finies. Un rond plein dit qu’une réponse est arrivée pendant que vous
          étiez ailleurs. «&nbsp;Partager&nbsp;» donne une conversation à lire à un service ou à des collègues&nbsp;; ce que l’on vous donne est dans Mon
          espace.
        </li>
        <li>Sous le champ d’un message, choisissez la touche qui l’envoie&nbsp;: Ctrl + Entrée, ou Entrée.</li>
      </ul>
      <h3>Ensuite</h3>
      <ul>
        <li>Corrigez par petites touches&nbsp;: «&nbsp;plus court&nbsp;», «&nbsp;sans jargon&nbsp;», «&nbsp;ajoute un tableau des échéances&nbsp;».</li>
        <li>Demandez à l’assistant ce qu’il lui manque avant de rédiger, et ce qui serait à vérifier après.</li>
        <li>Pour un sujet nouveau, ouvrez une nouvelle conversation&nbsp;: les réponses y gagnent.</li>
        <li>Une référence juridique se vérifie toujours sur Légifrance.</li>
        <li>
          Vous écrivez souvent la même demande&nbsp;? Gardez-la dans <PageLink path={paths.personalPrompts}>Mes prompts</PageLink>, que vous seul voyez, ou
          proposez-la à vos administrateurs comme prompt ou comme assistant.
        </li>
      </ul>
    </HelpText>
  )
}

export function Faq({ facts }: { facts: HelpFacts }) {
  return (
    <HelpText>
      <dl>
        <div>
          <dt>Les réponses sont-elles toujours justes&nbsp;?</dt>
          <dd>
            Non. Un modèle de langage peut se tromper avec assurance. Relisez, vérifiez les chiffres et les textes, et fiez-vous aux sources affichées plutôt
            qu’à la phrase.
          </dd>
        </div>
        <div>
          <dt>Quel modèle répond ici&nbsp;?</dt>
          <dd>
            {facts.model} Ce qu’il lit et ce qu’il écrit se comptent en jetons&nbsp;: un jeton est un morceau de mot, et une page en fait quelques centaines.
          </dd>
        </div>
        <div>
          <dt>Mes échanges entraînent-ils un modèle&nbsp;?</dt>
          <dd>Parvis ne réutilise pas vos échanges. {facts.outgoingData}</dd>
        </div>
        <div>
          <dt>Où sont mes anciennes conversations&nbsp;?</dt>
          <dd>
            Les dernières sont dans le menu, sous «&nbsp;Récentes&nbsp;», celles que vous épinglez en premier. Toutes sont dans{' '}
            <PageLink path={paths.mySpace}>Mon espace</PageLink>&nbsp;: vous pouvez les chercher, les reprendre et les renommer, et en archiver, exporter ou
            supprimer plusieurs d’un coup.
          </dd>
        </div>
        <div>
          <dt>«&nbsp;Votre session a expiré&nbsp;»&nbsp;: ai-je perdu mon texte&nbsp;?</dt>
          <dd>Non. Votre brouillon reste dans la page&nbsp;; reconnectez-vous et envoyez-le.</dd>
        </div>
        <div>
          <dt>Je ne vois pas un assistant dont on m’a parlé.</dt>
          <dd>Il est peut-être inactif, ou sous un autre nom. Effacez la recherche et les filtres du catalogue, puis demandez à un administrateur.</dd>
        </div>
        <div>
          <dt>Comment obtenir un compte&nbsp;?</dt>
          <dd>{facts.registration}</dd>
        </div>
        <div>
          <dt>Parvis est-il accessible au clavier et aux lecteurs d’écran&nbsp;?</dt>
          <dd>
            C’est ce que nous visons sur chaque page&nbsp;; l’état exact et la façon de signaler un obstacle sont dans la{' '}
            <PageLink path={paths.accessibility}>déclaration d’accessibilité</PageLink>.
          </dd>
        </div>
      </dl>
    </HelpText>
  )
}
