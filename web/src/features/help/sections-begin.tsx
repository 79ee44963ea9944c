import { paths } from '../../paths.ts'
import { Example, HelpText, PageLink } from './HelpText.tsx'
import type { HelpFacts } from './facts.ts'

export function Introduction({ facts }: { facts: HelpFacts }) {
  return (
    <HelpText>
      <p>
        Parvis met à la disposition des agents des collectivités des assistants d’intelligence artificielle, chacun spécialisé dans une tâche&nbsp;: rédiger une
        délibération, répondre à un usager, préparer un budget, conduire un projet, lire un long document.
      </p>
      <p>Vous pouvez y&nbsp;:</p>
      <ul>
        <li>
          <strong>écrire avec un assistant</strong>, qui se présente, pose ses questions, puis rédige avec vous&nbsp;;
        </li>
        <li>
          <strong>interroger la bibliothèque</strong> de documents de votre collectivité&nbsp;: la réponse cite le fichier et le passage d’où elle vient&nbsp;;
        </li>
        <li>
          <strong>questionner un document</strong> que vous apportez&nbsp;;
        </li>
        <li>
          <strong>décrire vos projets</strong> une fois, pour que les assistants en tiennent compte&nbsp;;
        </li>
        <li>
          <strong>retrouver vos conversations</strong>, les reprendre et les exporter vers Word ou LibreOffice.
        </li>
      </ul>
      <p>
        Une réponse est un brouillon&nbsp;: elle peut être fausse ou incomplète. Vous la relisez, vous la corrigez, et vous restez responsable de ce qui est
        envoyé ou signé.
      </p>
      <p>{facts.model}</p>
    </HelpText>
  )
}

export function FirstSteps({ facts }: { facts: HelpFacts }) {
  return (
    <HelpText>
      <ol>
        <li>
          <strong>Connectez-vous</strong> avec votre nom d’utilisateur ou votre adresse e-mail. {facts.registration}
        </li>
        <li>
          <strong>Complétez votre profil</strong> dans <PageLink path={paths.profile}>Mon profil</PageLink>&nbsp;: type de collectivité, fonction, style de
          réponse souhaité. Les assistants s’y adaptent&nbsp;; ce que vous laissez vide est ignoré.
        </li>
        <li>
          <strong>Ouvrez le catalogue</strong> avec <PageLink path={paths.assistants}>Assistants</PageLink>, et cliquez sur la carte qui correspond à votre
          besoin. Si vous hésitez, les <PageLink path={paths.avatars}>Avatars</PageLink> regroupent les assistants par thème.
        </li>
        <li>
          <strong>Répondez aux questions</strong> de l’assistant, puis précisez, corrigez, relancez. Envoyez avec le bouton ou avec <kbd>Ctrl</kbd> +{' '}
          <kbd>Entrée</kbd>.
        </li>
        <li>
          <strong>Copiez</strong> la réponse ou <strong>exportez-la</strong> vers Word ou LibreOffice. La conversation vous attend dans le menu, et dans{' '}
          <PageLink path={paths.mySpace}>Mon espace</PageLink>.
        </li>
      </ol>
      <h3>Mot de passe oublié</h3>
      <p>
        Demandez un lien depuis <PageLink path={paths.forgotPassword}>la page de réinitialisation</PageLink>, avec l’adresse e-mail de votre compte. Un
        administrateur peut aussi vous donner un nouveau mot de passe.
      </p>
      <h3>Sur un téléphone ou une tablette</h3>
      <p>
        Toutes les pages s’adaptent à l’écran. Sur un petit écran, le menu s’ouvre avec le bouton «&nbsp;Ouvrir le menu&nbsp;», en haut à gauche. Le thème clair
        ou sombre se choisit dans le groupe «&nbsp;Thème&nbsp;», en bas du menu.
      </p>
    </HelpText>
  )
}

export function Assistants() {
  return (
    <HelpText>
      <h3>Choisir un assistant</h3>
      <p>
        Le <PageLink path={paths.assistants}>catalogue</PageLink> se filtre par catégorie et par mot&nbsp;; l’étoile d’un assistant le met parmi vos favoris, en
        tête avec ceux que vous employez. Avant d’ouvrir un assistant, vous pouvez choisir un projet associé et une catégorie de documents&nbsp;: la
        conversation en tiendra compte. Sous sa présentation, des questions vous sont proposées pour commencer&nbsp;: un clic en envoie une, ou l’ajoute à ce
        que vous aviez déjà écrit. Dans <PageLink path={paths.ownAssistants}>Mes assistants</PageLink>, vous en faites à vous, que vous partagez avec un service
        ou proposez à tous. «&nbsp;Modifier&nbsp;» y permet d’ajouter vos fichiers, dont les réponses citeront les passages.
      </p>
      <h3>Pendant la conversation</h3>
      <ul>
        <li>
          La réponse s’écrit sous vos yeux. <strong>Arrêter</strong> l’interrompt et garde ce qui est déjà écrit.
        </li>
        <li>Fermer l’onglet ou perdre le réseau ne perd rien&nbsp;: la réponse continue sur le serveur et vous la retrouvez en revenant.</li>
        <li>
          Changez d’assistant sous le champ du message, ou par «&nbsp;@&nbsp;» et son nom en écrivant&nbsp;: il répond aux questions suivantes, et le fil le
          dit. «&nbsp;Nouvelle conversation&nbsp;», dans le menu, mène au champ de l’accueil&nbsp;: «&nbsp;@&nbsp;» y choisit à qui va votre demande, et le
          trombone y joint des fichiers.
        </li>
        <li>Chaque conversation garde la mémoire de ce qui s’y est dit, mais pas des autres conversations.</li>
      </ul>
      <h3>Vos données personnelles</h3>
      <p>
        Selon les réglages, les noms, les adresses ou les numéros de votre message sont masqués au modèle, ou vous sont montrés avant l’envoi. Sous le message,{' '}
        <strong>5 données masquées pour le modèle</strong> en donne la liste&nbsp;: vous y choisissez <strong>Ne pas masquer</strong>, ou un autre passage à
        masquer. Le choix vaut pour la suite de la conversation. La réponse garde les vraies valeurs.
      </p>
      <h3>Reprendre un prompt</h3>
      <p>
        Tapez «&nbsp;/&nbsp;» au début du champ ou après un espace, ou cliquez sur «&nbsp;Insérer un prompt&nbsp;»&nbsp;: la liste se filtre en continuant
        d’écrire. Le prompt choisi se place dans le champ, où vous le relisez avant de l’envoyer&nbsp;; Ctrl + Z le retire. Ce qui y est entre crochets et en
        minuscules, comme [nom de l’élu], est à compléter&nbsp;: la touche Tab va d’un passage au suivant.
      </p>
      <h3>Sous chaque réponse</h3>
      <ul>
        <li>
          <strong>Copier</strong>&nbsp;: le texte et sa mise en forme.
        </li>
        <li>
          <strong>Réponse utile</strong> ou <strong>Réponse à améliorer</strong>&nbsp;: un avis, que vous pouvez retirer. Vos administrateurs en lisent le
          nombre, les raisons et les précisions que vous écrivez pour eux, sans votre nom ni la conversation.
        </li>
        <li>
          <strong>Reformuler</strong>&nbsp;: votre question revient dans la zone de saisie avec une demande de reformulation, que vous complétez.
        </li>
        <li>
          <strong>Générer une autre réponse</strong>&nbsp;: la même question, une nouvelle proposition. Les versions se parcourent (1/2), rien n’est perdu.
        </li>
        <li>
          <strong>Changer la forme</strong> de la dernière réponse&nbsp;: plus courte, plus simple, plus formelle, en tableau. Elle garde ses sources.
        </li>
        <li>
          <strong>Ouvrir à côté</strong>&nbsp;: la réponse devient un document, à côté de la conversation. L’assistant y propose ses modifications, et vous
          décidez de chacune. Ses versions se comparent, et Word montre qui a changé quoi. Vous le retrouvez dans{' '}
          <PageLink path={paths.writtenDocuments}>Documents rédigés</PageLink>.
        </li>
        <li>
          <strong>Exporter</strong> la réponse ou toute la conversation vers Word ou LibreOffice&nbsp;: un document au papier à en-tête de votre organisme, au
          nom de l’assistant et à la date du jour. «&nbsp;Détails de la réponse&nbsp;» dit quel modèle l’a écrite.
        </li>
      </ul>
      <p>
        Une réponse rouge signale un échec&nbsp;: rien n’est perdu, <strong>Réessayer</strong> reprend où vous en étiez.
      </p>
      <h3>Le chatbot simple</h3>
      <p>
        Le <PageLink path={paths.chatbot()}>chatbot</PageLink> répond sans présentation. Vous y choisissez un prompt, c’est-à-dire des instructions préparées
        par vos administrateurs.
      </p>
      <Example>«&nbsp;Résume ce texte en cinq points pour le conseil municipal, avec les montants et les dates.&nbsp;»</Example>
    </HelpText>
  )
}
