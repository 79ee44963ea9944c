#!/bin/sh
# Une sauvegarde datée, puis les vieilles s’en vont ; une sauvegarde manquée n’en efface aucune.
# Usage, depuis le dossier du code : sh deploy/sauvegarde.sh DOSSIER [JOURS]
set -eu
dossier=${1:?Indiquez le dossier des sauvegardes.}
jours=${2:-30}
# Le Node du projet ; dans le conteneur, celui de l’image.
node=node_modules/node/bin/node
[ -x "$node" ] || node=node
umask 077
# Ce qu’une commande tuée au milieu a laissé (machine éteinte, délai passé) n’est pas une sauvegarde, et prend la place de la prochaine.
# Vingt heures, et non un jour : la nuit suivante le trouve.
[ ! -d "$dossier" ] || find "$dossier" -maxdepth 1 -type f -name 'parvis-*.tar.gz.incomplet' -mmin +1200 -delete
"$node" server/src/backup.ts "$dossier/parvis-$(date +%Y-%m-%d-%H%M%S).tar.gz"
find "$dossier" -maxdepth 1 -type f -name 'parvis-*.tar.gz' -mtime "+$jours" -delete
