import { knownDeviceKey, storageKeys, type InstanceInfo } from '@parvis/contract'
import { useInstance } from '../../api/use-instance.ts'
import { voiceSentences } from '../../ui/words/voice-words.ts'
import { hostsSentences, levelsSentence, modelSentence, outgoingDataSentence } from '../../ui/words/instance-words.ts'
import { maskingSentences, pseudonymisationSentence, soughtKinds } from '../../ui/words/masking-words.ts'
import { Table, type TableColumn } from '../../ui/lists/Table.tsx'
import { Durations } from './Durations.tsx'
import { LegalPage, ExternalLink, SettingValue } from './LegalPage.tsx'

interface StoredItem {
  key: string
  storage: string
  purpose: string
  until: string
}

/** Everything the application stores in the browser. A test of the page compares this list with the actual storage. */
const browserStorage: readonly StoredItem[] = [
  { key: storageKeys.access, storage: 'Stockage local', purpose: 'Prouver au serveur que vous êtes connecté', until: 'Déconnexion' },
  {
    key: storageKeys.refresh,
    storage: 'Stockage local',
    purpose: 'Prolonger la session sans redemander le mot de passe',
    until: 'Déconnexion, ou 12 heures sans activité',
  },
  {
    key: knownDeviceKey,
    storage: 'Stockage local',
    purpose: 'Vous reconnaître à la prochaine connexion, pour que les essais d’un inconnu ne bloquent pas votre compte. Ne dit rien de vous',
    until: 'Vous l’effacez avec les données du site. Sans effet 180 jours après la dernière connexion',
  },
  { key: 'parvis.theme', storage: 'Stockage local', purpose: 'Garder le thème clair ou sombre que vous avez choisi', until: 'Retour au thème du système' },
  { key: 'parvis.sidebar', storage: 'Stockage local', purpose: 'Garder le menu replié ou déplié', until: 'Changement de votre choix' },
  { key: 'parvis.recentes', storage: 'Stockage local', purpose: 'Garder repliées les conversations récentes du menu', until: 'Changement de votre choix' },
  {
    key: 'parvis.brouillon.*',
    storage: 'Stockage de session',
    purpose: 'Ne pas perdre un message ou un formulaire commencé (projet, profil, compte, service, assistant, prompt, message à tous)',
    until: 'Envoi, enregistrement, abandon, déconnexion ou fermeture de l’onglet',
  },
  {
    key: 'parvis.depart',
    storage: 'Stockage de session',
    purpose: 'Savoir que c’est cet onglet qui est parti se connecter chez un fournisseur d’identité. Ne dit rien de vous',
    until: 'Retour du fournisseur ou fermeture de l’onglet',
  },
  {
    key: 'parvis.adieu',
    storage: 'Stockage de session',
    purpose: 'Savoir que c’est cet onglet qui a demandé la déconnexion chez un fournisseur d’identité. Ne dit rien de vous',
    until: 'Retour du fournisseur ou fermeture de l’onglet',
  },
  {
    key: 'parvis.annonce.*',
    storage: 'Stockage de session',
    purpose: 'Ne pas relire ni rouvrir un message à tous déjà lu ou fermé',
    until: 'Déconnexion ou fermeture de l’onglet',
  },
]

const columns: readonly TableColumn<StoredItem>[] = [
  { id: 'key', title: 'Nom', isRowHeader: true, cell: ({ key }) => <code>{key}</code> },
  { id: 'place', title: 'Emplacement', cell: ({ storage }) => storage },
  { id: 'purpose', title: 'Utilité', cell: ({ purpose }) => purpose },
  { id: 'until', title: 'Effacé', cell: ({ until }) => until },
]

/** Privacy page: the processing of personal data, based on the settings of the instance. */
export function PrivacyPage() {
  const instance = useInstance()
  return (
    <LegalPage
      title="Confidentialité"
      lead="Ce que Parvis enregistre, pourquoi, combien de temps, et ce qui sort du serveur."
      settingsOf={(info) => [info.publisher.name, info.dpo, info.log_retention_days, info.backup_retention_days]}
    >
      <h2>Responsable du traitement</h2>
      <p>
        <SettingValue>{instance?.publisher.name}</SettingValue>. Délégué à la protection des données&nbsp;: <SettingValue>{instance?.dpo}</SettingValue>.
      </p>

      <h2>Pourquoi</h2>
      <p>
        Parvis aide les agents à écrire, à chercher dans des documents et à conduire des projets. Le traitement est nécessaire à l’exécution d’une mission
        d’intérêt public (article&nbsp;6, paragraphe&nbsp;1, point&nbsp;e du RGPD), sauf autre base retenue par l’organisme.
      </p>

      <h2>Quelles données</h2>
      <CollectedData />

      <h2>Ce qui quitte le serveur</h2>
      <p>{modelSentence(instance)}</p>
      <p>
        {outgoingDataSentence(instance)} {levelsSentence(instance)}
      </p>
      <ul>
        {[...hostsSentences(instance), ...voiceSentences(instance)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>
        Les pages ne chargent rien d’un autre site&nbsp;: ni police, ni image, ni mesure d’audience. Vos données ne servent pas à entraîner un modèle pour le
        compte de Parvis.
      </p>

      <h2>Données personnelles masquées au modèle</h2>
      <Masking instance={instance} />

      <h2>Combien de temps</h2>
      <Durations instance={instance} />

      <h2>Qui y a accès</h2>
      <p>
        Vous seul lisez vos conversations et vos projets dans l’application, avec les services et les personnes à qui vous les partagez. Les documents de la
        base documentaire sont lisibles par les agents connectés à qui leur catégorie est ouverte. Les administrateurs gèrent les comptes et le catalogue, et
        lisent les avis que vous donnez sur les réponses&nbsp;: leur nombre par assistant, les raisons choisies et vos précisions, sans votre nom ni la
        conversation. Retirer un avis ou supprimer la conversation les efface. Ils voient enfin combien de jetons (morceaux de mots) le modèle a lus et écrits
        pour les comptes qui s’en servent le plus, sans ce qui a été écrit. La personne qui exploite le serveur a accès à la base de données.
      </p>

      <h2>Cookies et stockage du navigateur</h2>
      <p>
        Parvis ne dépose <strong>aucun cookie</strong>. Le navigateur garde seulement ce qui suit, nécessaire au service que vous demandez&nbsp;; aucun
        consentement n’est donc requis.
      </p>
      <Table caption="Ce que garde le navigateur" columns={columns} rows={browserStorage} rowKey={({ key }) => key} isStacked />

      <h2>Vos droits</h2>
      <p>
        Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, la limitation de leur traitement, ou vous y opposer, auprès du délégué
        à la protection des données indiqué plus haut. Dans «&nbsp;Mon profil&nbsp;», vous corrigez vous-même ce qui vous concerne, vous téléchargez tout ce que
        l’installation conserve de vous et vous supprimez votre compte.
      </p>
      <p>
        Si la réponse ne vous satisfait pas, vous pouvez adresser une réclamation à la{' '}
        <ExternalLink href="https://www.cnil.fr/fr/plaintes">Commission nationale de l’informatique et des libertés (CNIL)</ExternalLink>, 3&nbsp;place de
        Fontenoy, TSA&nbsp;80715, 75334&nbsp;Paris CEDEX&nbsp;07.
      </p>
    </LegalPage>
  )
}

/** What masking does on this instance: the kinds that it looks for, and its limits. */
function Masking({ instance }: { instance: InstanceInfo | undefined }) {
  return (
    <>
      <p>{maskingSentences(instance).join(' ')}</p>
      <p>Sont cherchés, dans les messages, les fichiers et les consignes&nbsp;: {soughtKinds.join(', ')}.</p>
      <p>
        Sous son message, l’agent voit ce qui a été masqué, et le corrige pour la suite de la conversation. Le modèle de démonstration, qui garde tout sur ce
        serveur, reçoit les textes tels quels. {pseudonymisationSentence}
      </p>
    </>
  )
}

function CollectedData() {
  return (
    <ul>
      <li>
        <strong>Compte</strong>&nbsp;: nom d’utilisateur, adresse e-mail, prénom et nom s’ils sont donnés, rôle, date de dernière connexion. Le mot de passe
        n’est conservé que sous forme d’empreinte (Argon2id). Pour chaque session&nbsp;: appareil, réseau sans ce qui désigne une machine, dates. De vos clés
        d’accès&nbsp;: leur nom, leurs dates et de quoi vérifier ce qu’elles signent, jamais votre empreinte ni votre visage, qui restent dans votre appareil.
        Si vous passez par un fournisseur d’identité, ce qu’il dit de vous&nbsp;: identifiant, adresse, organisation (SIRET).
      </li>
      <li>
        <strong>Profil</strong>&nbsp;: les informations professionnelles que vous choisissez d’indiquer. Elles servent à adapter les réponses.
      </li>
      <li>
        <strong>Contenus</strong>&nbsp;: vos conversations, vos projets, vos prompts, vos assistants et leurs fichiers, les documents que vous déposez, vos avis
        sur les réponses.
      </li>
      <li>
        <strong>Consommation</strong>&nbsp;: les jetons de vos réponses, par jour, service, assistant et modèle. Ces nombres restent sans vous quand votre
        compte est supprimé.
      </li>
      <li>
        <strong>Journaux</strong>&nbsp;: la technique de chaque appel (heure, adresse de la page, durée, compte), jamais le texte des conversations, des
        documents, ni les mots de passe.
      </li>
      <li>
        <strong>Journal d’audit</strong>&nbsp;: vos connexions et leurs échecs, vos exports, vos suppressions et, si vous administrez, vos actes, avec l’heure
        et l’adresse réseau. Votre nom en disparaît avec votre compte.
      </li>
    </ul>
  )
}
