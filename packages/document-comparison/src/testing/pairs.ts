import type { ComparedBlock, ComparedDocument } from '../types.ts'

/** Section of a made document. Its title is numbered when the document is written. */
interface Section {
  title: string
  blocks: ComparedBlock[]
}

export interface MadeDocument {
  title: string
  /** Writes the title of a section. */
  numbering: (number: number, title: string) => string
  sections: Section[]
}

const p = (text: string): ComparedBlock => ({ kind: 'paragraph', text })
const item = (text: string): ComparedBlock => ({ kind: 'list_item', text })
const table = (...rows: string[][]): ComparedBlock => ({ kind: 'table', header: true, rows })

export const writeDocument = ({ title, numbering, sections }: MadeDocument): ComparedDocument => ({
  pages: [
    {
      page: null,
      blocks: [
        { kind: 'heading', level: 1, text: title },
        ...sections.flatMap((section, at): ComparedBlock[] => [{ kind: 'heading', level: 2, text: numbering(at + 1, section.title) }, ...section.blocks]),
      ],
    },
  ],
})

/** Three made documents of a local authority: articles, numbered parts with a table, bare numbers. */
export const madeDocuments: MadeDocument[] = [
  {
    title: 'Règlement intérieur de la médiathèque',
    numbering: (number, title) => `Article ${number} – ${title}`,
    sections: [
      {
        title: 'Accès',
        blocks: [
          p('La médiathèque est ouverte à tous, sans inscription, aux heures affichées à l’entrée.'),
          p('Les enfants de moins de 8 ans sont accompagnés d’un adulte.'),
        ],
      },
      {
        title: 'Inscription',
        blocks: [
          p('L’inscription est gratuite pour les habitants. Elle est valable douze mois à compter du 1er septembre 2026.'),
          p('Sont demandés à l’inscription :'),
          item('une pièce d’identité ;'),
          item('un justificatif de domicile de moins de trois mois ;'),
          item('l’autorisation d’un parent pour les mineurs ;'),
          item('le formulaire signé.'),
        ],
      },
      { title: 'Prêt', blocks: [p('Chaque lecteur emprunte jusqu’à 10 documents pour une durée de 21 jours. Le prêt est renouvelable une fois.')] },
      { title: 'Retards', blocks: [p('Au troisième rappel, le prêt est suspendu. Une pénalité de 0,15 € par jour et par document est due.')] },
      {
        title: 'Postes informatiques',
        blocks: [p('L’usage des postes est limité à une heure par jour et par personne.'), p('Le téléchargement est interdit.')],
      },
      { title: 'Responsabilité', blocks: [p('La commune n’est pas responsable des objets perdus ou volés dans ses locaux.')] },
    ],
  },
  {
    title: 'Cahier des charges de la restauration scolaire',
    numbering: (number, title) => `${number}. ${title}`,
    sections: [
      { title: 'Objet du marché', blocks: [p('Le marché porte sur la fourniture de repas en liaison froide pour les écoles de la commune.')] },
      {
        title: 'Quantités',
        blocks: [
          p('Les quantités annuelles estimées sont les suivantes.'),
          table(
            ['Site', 'Repas par jour', 'Jours'],
            ['École des Glycines', '120', '140'],
            ['École Jean-Moulin', '95', '140'],
            ['École du Port', '64', '140'],
            ['Centre de loisirs', '48', '75'],
            ['Résidence autonomie', '31', '250'],
          ),
        ],
      },
      {
        title: 'Qualité',
        blocks: [
          p('La part de produits durables atteint 55 % en valeur, dont 25 % issus de l’agriculture biologique.'),
          p('Un repas végétarien est servi chaque mardi. Les menus sont transmis trois semaines à l’avance.'),
        ],
      },
      { title: 'Livraison', blocks: [p('Les repas sont livrés avant 9 heures, à une température de 3 °C au plus.')] },
      {
        title: 'Prix',
        blocks: [p('Le prix unitaire est ferme la première année. Il est révisé au 1er janvier 2028 selon l’indice des prix à la consommation.')],
      },
      { title: 'Pénalités', blocks: [p('Tout retard de plus de 30 minutes entraîne une pénalité de 150 € par site.')] },
    ],
  },
  {
    title: 'Convention de partenariat avec le club nautique',
    numbering: (number) => `Article ${number}`,
    sections: [
      { title: '', blocks: [p('La présente convention fixe les conditions du soutien de la commune aux activités du club.')] },
      { title: '', blocks: [p('La commune verse une subvention de 4 500 euros, en deux fois, en février et en juillet.')] },
      { title: '', blocks: [p('Le club accueille chaque année six classes pour un cycle de dix séances de voile.')] },
      { title: '', blocks: [p('Le hangar de 180 m² est mis à disposition gratuitement du 1er avril au 31 octobre.')] },
      { title: '', blocks: [p('Le club remet ses comptes et un bilan avant le 15 février de l’année suivante.')] },
      { title: '', blocks: [p('La convention est résiliée de plein droit en cas d’inexécution, un mois après mise en demeure.')] },
    ],
  },
]

/** Writes a text with other typography, without changing a word. */
export const otherTypography = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replaceAll(' – ', ' — ')
    .replace(/ ([;:!?€%])/g, '\u202f$1')
    .replace(/(\d) (?=\d{3})/g, '$1\u00a0')
    .replaceAll('. ', '.  ')

export const withText = (block: ComparedBlock, change: (text: string) => string): ComparedBlock =>
  block.kind === 'table' ? { ...block, rows: block.rows.map((row) => row.map(change)) } : { ...block, text: change(block.text) }
