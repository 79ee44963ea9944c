import type { BenchOptions, BenchReport } from './report.ts'

type Bench = {
  /** French description of the bench, for `--help`. */
  about: string
  run: (values: BenchOptions) => Promise<BenchReport>
}

/** Benchmarks by their name on the command line. Each loads its own code, so that one benchmark does not need that of the others. */
export const benches: Record<string, Bench> = {
  stream: {
    about: 'réponses diffusées en même temps à travers toute l’application, comparées à nginx [--level, --engine]',
    run: async (values) => (await import('./stream/run.ts')).benchStream(values.level, values.engine),
  },
  start: { about: 'durée du démarrage et mémoire au repos', run: async () => (await import('./start.ts')).benchStart() },
  migration: {
    about: 'mise à jour d’une ancienne instance : durée, interruption, rien de perdu [--size, --engine]',
    run: async (values) => (await import('./migration/run.ts')).benchMigration(values.size, values.engine),
  },
  sobriety: {
    about: 'temps et mémoire que l’application demande au navigateur, à une ligne lente et au serveur au repos',
    run: async () => (await import('./sobriety.ts')).benchSobriety(),
  },
  scale: {
    about: 'lister, ouvrir, envoyer et chercher selon la taille de l’instance [--sizes, --engine]',
    run: async (values) => (await import('./scale/run.ts')).benchScale(values.sizes, values.engine),
  },
  fairness: {
    about: 'ce qu’une personne attend pendant que dix autres abusent [--size]',
    run: async (values) => (await import('./fairness/run.ts')).benchFairness(values.size),
  },
  day: {
    about: 'une journée de cent agents, toutes fonctions mêlées [--minutes, --engine]',
    run: async (values) => (await import('./day/run.ts')).benchDay(values.minutes, values.engine),
  },
  retrieval: {
    about: 'qualité et durée de la recherche dans les documents [--sets, --split, --sizes, --engine]',
    run: async (values) => (await import('./retrieval.ts')).benchRetrieval(values),
  },
  references: {
    about: 'références aux articles et aux lois trouvées dans des phrases, et durée sur un long texte [--sets, --split]',
    run: async (values) => (await import('./references.ts')).benchReferences(values),
  },
  'personal-data': {
    about: 'données personnelles trouvées dans des textes, par sorte, et durée sur 60 000 signes [--sets, --split]',
    run: async (values) => (await import('./personal-data.ts')).benchPersonalData(values),
  },
  masking: {
    about: 'ce que le masquage ajoute à un jeton, à une question, à une longue conversation et à une lecture complète',
    run: async () => (await import('./masking.ts')).benchMasking(),
  },
  answers: {
    about: 'les passages que chaque question donne au modèle, celles tenues à l’écart comprises [--kept]',
    run: async (values) => (await import('./answers.ts')).benchAnswers(values.kept === true),
  },
  ingestion: {
    about: 'lecture de documents réels et d’un long PDF : texte trouvé, vitesse, mémoire [--samples]',
    run: async (values) => (await import('./ingestion.ts')).benchIngestion(values.samples),
  },
  comparison: {
    about: 'comparaison de deux versions : 300 pages en moins de deux secondes, changements trouvés dans les paires connues',
    run: async () => (await import('./comparison.ts')).benchComparison(),
  },
  'written-versions': {
    about: 'deux versions d’un document rédigé de 60 pages comparées en moins de 300 ms',
    run: async () => (await import('./written-versions.ts')).benchWrittenVersions(),
  },
  'written-editor': {
    about: 'un document rédigé de 60 pages ouvert en moins de 400 ms, une touche en moins de 30 ms',
    run: async () => (await import('./written-editor.ts')).benchWrittenEditor(),
  },
  'in-force': {
    about: 'la version d’un document en vigueur un jour répond, l’autre jamais [--sets]',
    run: async (values) => (await import('./in-force.ts')).benchInForce(values.sets),
  },
  corpus: {
    about: 'import de 500 000 versions d’articles, d’un complément, et d’un corpus dont le serveur est tué trois fois [--size]',
    run: async (values) => (await import('./corpus/run.ts')).benchCorpus(values.size),
  },
  soak: {
    about: 'endurance : vingt personnes, 5 % de pannes, sur chaque base à la fois ; ni fuite ni réponse inattendue [--minutes, --engine]',
    run: async (values) => (await import('./soak/run.ts')).benchSoak(values.engine, values.minutes),
  },
}

export const benchNames = Object.keys(benches)
