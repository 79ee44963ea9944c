import { paths } from '../../paths.ts'
import { Example, HelpText, PageLink } from './HelpText.tsx'
import type { HelpFacts } from './facts.ts'

export function Projects() {
  return (
    <HelpText>
      <p>
        Un projet rassemble ce qu’un assistant doit savoir d’une affaire pour ne pas vous le redemander. Il porte un nom, une description et un contenu&nbsp;:
        contexte, objectifs, acteurs, budget, échéances, décisions déjà prises.
      </p>
      <ol>
        <li>
          Dans <PageLink path={paths.projects}>Projets</PageLink>, choisissez <strong>Nouveau projet</strong>. Seul le nom est obligatoire.
        </li>
        <li>Écrivez le contenu comme vous le raconteriez à un collègue qui arrive. Des listes courtes suffisent.</li>
        <li>
          Dans le catalogue, choisissez ce projet avant d’ouvrir un assistant&nbsp;: son nom et son contenu sont donnés au modèle dans toute la conversation.
          Changez-en, ou retirez-le, sous le champ du message.
        </li>
        <li>Mettez le contenu à jour quand l’affaire avance&nbsp;: les conversations suivantes en profitent.</li>
      </ol>
      <p>
        Un projet terminé peut être <strong>archivé</strong>, puis rendu de nouveau valide. Le <strong>supprimer</strong> est irréversible. Vos projets ne sont
        visibles que par vous, tant que vous ne les partagez pas. «&nbsp;Partager&nbsp;» les ouvre à des services et à des collègues, qui peuvent lire, peuvent
        écrire, ou sont responsables&nbsp;: ceux-là archivent aussi, et décident avec vous à qui c’est ouvert. Vous seul pouvez supprimer un projet, ou le
        confier à quelqu’un. Si votre compte est supprimé, le plus ancien responsable le reçoit, avec ses fichiers. Les conversations restent à chacun.
      </p>
    </HelpText>
  )
}

export function Documents({ facts }: { facts: HelpFacts }) {
  return (
    <HelpText>
      <h3>Interroger la bibliothèque</h3>
      <p>
        Dans <PageLink path={paths.libraryChat}>Bibliothèque</PageLink>, choisissez une catégorie, puis posez votre question en français courant. La réponse
        s’appuie sur les passages trouvés&nbsp;; leurs numéros renvoient aux fichiers, que vous pouvez ouvrir pour vérifier. Un assistant peut avoir ses propres
        documents, choisis par un administrateur&nbsp;: «&nbsp;Détails&nbsp;», en haut de la conversation, dit lesquels, et chaque source dit d’où elle vient.
      </p>
      <Example>«&nbsp;Quel est le délai pour transmettre une délibération au contrôle de légalité&nbsp;?&nbsp;»</Example>
      <h3>Interroger un document à vous</h3>
      <p>
        Dans <PageLink path={paths.documentChat}>Document</PageLink>, déposez un ou plusieurs fichiers, attendez la fin du chargement, puis posez votre
        question. La conversation est gardée avec ses documents&nbsp;: retrouvez-la dans <PageLink path={paths.mySpace}>Mon espace</PageLink>, posez la suite,
        ajoutez ou retirez un document en cochant ou décochant son nom. Ailleurs, joignez des fichiers par le trombone, en les déposant sur la conversation ou
        en collant une image&nbsp;: ils restent avec elle, visibles de vous seul, et sont supprimés avec elle. Votre message attend qu’ils soient lus.
      </p>
      <h3>Alimenter la base documentaire</h3>
      <ul>
        <li>
          Dans <PageLink path={paths.documents}>Base documentaire</PageLink>, choisissez un fichier, sa catégorie («&nbsp;Notes internes&nbsp;» par défaut) et
          une description.
        </li>
        <li>Formats&nbsp;: PDF, DOC, TXT, CSV, XLS.{facts.maxUpload && ` Un fichier pèse ${facts.maxUpload} au plus.`}</li>
        <li>Le texte est indexé après le dépôt&nbsp;; la bibliothèque indique si l’index est prêt ou encore en construction.</li>
        <li>Seuls la personne qui a déposé un document, celles qui tiennent sa catégorie et les administrateurs peuvent le modifier ou le supprimer.</li>
      </ul>
      <DatesOfDocuments />
      <h3>Si la réponse est vide ou étonnante</h3>
      <p>
        Vérifiez la catégorie choisie, reprenez les mots du document, et demandez d’abord «&nbsp;quels documents parlent de…&nbsp;». Un document numérisé sans
        texte se lit moins bien qu’un fichier d’origine.
      </p>
    </HelpText>
  )
}

function DatesOfDocuments() {
  return (
    <>
      <h3>Les documents et leurs dates</h3>
      <ul>
        <li>
          «&nbsp;Modifier&nbsp;» donne à un document ses dates&nbsp;: à partir de quand il s’applique, jusqu’à quand, et quand il faut le vérifier. Les réponses
          s’appuient sur ce qui est en vigueur aujourd’hui.
        </li>
        <li>
          Un règlement change&nbsp;: déposez le nouveau fichier sur l’ancien dans la liste, ou choisissez «&nbsp;Déposer une nouvelle version&nbsp;». Le nouveau
          sert aux réponses dès sa date&nbsp;; l’ancien reste lisible dans «&nbsp;Versions&nbsp;».
        </li>
        <li>
          Dans une réponse, la coche est verte quand la source est en vigueur. «&nbsp;À vérifier&nbsp;» signale une source que personne n’a relue à la date
          prévue&nbsp;; «&nbsp;remplacé le…&nbsp;» ou «&nbsp;expiré le…&nbsp;», une source qui ne vaut plus.
        </li>
        <li>
          Pour savoir ce qui s’appliquait autrefois, écrivez la date dans votre question («&nbsp;au 1er mars 2021&nbsp;»), ou ouvrez «&nbsp;Détails&nbsp;» et
          remplissez «&nbsp;Questions posées à la date du&nbsp;».
        </li>
      </ul>
    </>
  )
}

/** Sentence about the model that answers; with the demonstration model, also the settings that connect another one. */
function LanguageModel({ facts }: { facts: HelpFacts }) {
  return (
    <>
      <h3>Modèle de langage</h3>
      <p>
        {facts.model} {facts.isDemonstration && 'Un modèle de langage se connecte sur le serveur, par qui exploite l’installation : '}
        {facts.isDemonstration && (
          <>
            <code>MISTRAL_API_KEY</code> seule pour Mistral, ou <code>LLM_BASE_URL</code> et <code>LLM_MODEL</code> pour tout serveur au protocole OpenAI (vLLM,
            llama.cpp, Ollama, Albert), dans l’environnement ou le fichier <code>.env</code>, puis un redémarrage. La page <code>docs/exploitation.md</code>,
            «&nbsp;Brancher un modèle&nbsp;», donne les autres réglages.
          </>
        )}
      </p>
    </>
  )
}

export function Administration({ facts }: { facts: HelpFacts }) {
  return (
    <HelpText>
      <p>
        Ces pages sont réservées aux administrateurs, sauf la base documentaire, ouverte à tous. Dans le menu, ouvrez le groupe <strong>Administration</strong>.
      </p>
      <LanguageModel facts={facts} />
      <h3>Utilisateurs</h3>
      <p>
        <PageLink path={paths.users}>Gestion utilisateurs</PageLink> permet de créer un compte, de le modifier, de l’activer ou de le désactiver, de donner ou
        de retirer les droits d’administrateur, de réinitialiser un mot de passe et de supprimer un compte. Chaque action demande confirmation. Il reste
        toujours au moins un administrateur actif.
      </p>
      <p>
        <strong>Importer</strong> ouvre les comptes d’un tableau enregistré au format CSV (colonnes Nom, Prénom, Adresse e-mail)&nbsp;: vous voyez d’abord ce
        que devient chaque ligne, puis les bonnes lignes créent leur compte sans attendre les autres. Chaque personne est invitée par courriel ou reçoit de vous
        un mot de passe provisoire. Le même fichier peut être renvoyé&nbsp;: les comptes déjà présents ne changent pas. <strong>Exporter</strong> donne la
        liste, telle que la recherche la montre.
      </p>
      <h3>Assistants</h3>
      <p>
        <PageLink path={paths.assistantsAdmin}>Gestion Assistants</PageLink> compose le catalogue. Un assistant a un nom, une description lue par les agents,
        une catégorie, une icône et des instructions (le prompt). Le menu et l’accueil disent combien d’assistants proposés par les agents sont à relire.
        Rendez-le <strong>inactif</strong> pour le retirer du catalogue sans le perdre. De bonnes instructions disent&nbsp;: à qui l’assistant s’adresse, les
        questions qu’il pose d’abord, la forme de la réponse, ce qu’il ne doit jamais inventer.
      </p>
      <p>
        Vous pouvez aussi écrire jusqu’à quatre questions proposées&nbsp;: l’agent les voit au début de la conversation, et n’a qu’à en choisir une. Prenez
        celles que vos collègues posent pour de bon. Cochez enfin les catégories de documents sur lesquelles ses réponses s’appuieront, s’il en faut. Chaque
        changement du nom, de la description, des instructions, des questions proposées ou des documents est gardé. <strong>Versions</strong> montre qui a
        changé quoi, et quand, et permet de rétablir un texte antérieur.
      </p>
      <p>
        <strong>Contrôles</strong>, à côté, garde des questions et ce que l’on attend des réponses. Lancez-les avant d’enregistrer de nouvelles
        instructions&nbsp;: ce qui répondait bien et ne répond plus est montré d’abord. Une vraie réponse peut devenir un cas&nbsp;: «&nbsp;Détails de la
        réponse&nbsp;», puis «&nbsp;Ajouter aux cas de contrôle&nbsp;».
      </p>
      <h3>Tableau de bord</h3>
      <ul>
        <li>
          <PageLink path={paths.dashboard}>Activité</PageLink> compte les personnes actives, les conversations, les messages, les réponses inachevées, les avis,
          les jetons que le modèle a lus et écrits, et l’état des documents. Ce ne sont que des nombres&nbsp;: ni contenu, ni qui a écrit quoi&nbsp;; seuls les
          jetons sont aussi comptés par compte. Une réponse interrompue, ou dont le modèle ne communique pas le compte, est comptée parmi les
          «&nbsp;Estimées&nbsp;».
        </li>
        <li>
          <PageLink path={paths.opinions}>Avis</PageLink> donne, par assistant, les raisons des avis négatifs et ce que les agents ont écrit pour vous, sans
          dire qui.
        </li>
        <li>
          <PageLink path={paths.recentErrors}>Erreurs récentes</PageLink> dit ce que chaque erreur signifie et ce que vous pouvez faire. Une personne vous lit
          la référence d’un message d’erreur&nbsp;? Cherchez-la ici.
        </li>
        <li>
          <PageLink path={paths.auditTrail}>Journal d’audit</PageLink> dit qui s’est connecté, qui a été refusé et qui a administré quoi. Personne ne peut le
          modifier.
        </li>
        <li>
          <PageLink path={paths.announcement}>Message à tous</PageLink> affiche un bandeau en haut de chaque page, pour annoncer une coupure ou une nouveauté.
        </li>
      </ul>
      <h3>Papier à en-tête</h3>
      <p>
        Sur la page <PageLink path={paths.letterheads}>Papier à en-tête</PageLink>, déposez un document Word ou LibreOffice&nbsp;: son logo, son en-tête, son
        pied de page et ses styles habillent les exports. Un exemple se télécharge aussitôt, et l’on revient au modèle d’origine d’un clic.
      </p>
      <h3>Prompts</h3>
      <p>
        La <PageLink path={paths.prompts}>bibliothèque de prompts</PageLink> contient les instructions proposées dans le chatbot simple. Chacun peut aussi les
        insérer dans un message&nbsp;: ce qui y est entre crochets et en minuscules sera à compléter.
      </p>
      <SharedLists />
    </HelpText>
  )
}

function SharedLists() {
  return (
    <>
      <h3>Catégories</h3>
      <p>
        Les <PageLink path={paths.categories}>catégories d’assistants</PageLink> rangent le catalogue, les{' '}
        <PageLink path={paths.documentCategories}>catégories de documents</PageLink> la base documentaire, où l’on choisit aussi à qui chacune est
        ouverte&nbsp;: créez, renommez ou supprimez une catégorie. Ce que contient une catégorie supprimée va dans celle que vous choisissez&nbsp;: aucun
        assistant et aucun document ne se perd. Une catégorie de documents renommée répond encore à son ancien nom. Deux noms que seuls les accents ou les
        majuscules distinguent sont le même nom.
      </p>
      <h3>Import et export</h3>
      <p>
        La page <PageLink path={paths.packs}>Import et export</PageLink> met vos assistants, vos catégories et vos prompts dans un fichier, un pack, qu’une
        autre collectivité peut reprendre. À l’import, un aperçu montre ce qui est nouveau, identique ou différent, et vous décidez pour chacun&nbsp;: garder le
        vôtre, le remplacer ou garder les deux. Rien ne change avant votre accord. Lisez les instructions d’un assistant venu d’ailleurs avant de l’activer.
      </p>
    </>
  )
}
