import { OperationError } from './errors.ts'

export const adminUsage = `Tâches d’exploitation\u00a0:
  npm run admin -- create-user NOM COURRIEL [--admin] [--prenom=…] [--nom=…]
      crée un compte et affiche, une seule fois, son mot de passe engendré
  npm run admin -- reset-password NOM [--fournisseurs]
      donne au compte un nouveau mot de passe, affiché une seule fois\u00a0; ferme ses sessions et lève son blocage\u00a0;
      avec --fournisseurs, retire aussi les fournisseurs d’identité qui l’ouvrent
  npm run admin -- reindex [--relire]
      remet tous les documents dans la file d’indexation\u00a0; avec --relire, leurs fichiers sont lus à nouveau
  npm run admin -- verify-audit [NUMERO:EMPREINTE]
      relit tout le journal d’audit et dit quelle ligne a été modifiée, retirée, insérée ou déplacée\u00a0;
      avec un numéro et une empreinte notés ailleurs, vérifie aussi que rien n’a été réécrit derrière eux`

export const noInstance = () => new OperationError('Cette instance n’existe pas encore\u00a0: démarrez-la d’abord avec npm start.')
