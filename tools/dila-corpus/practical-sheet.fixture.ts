type SheetFields = { id?: string; attributes?: string; date?: string; context?: string; body?: string }

const breadcrumb = `<FilDAriane><Niveau ID="Particuliers">Accueil particuliers</Niveau><Niveau ID="N1" type="Theme">Travaux d’essai</Niveau>
<Niveau ID="N2" type="Dossier">Congés inventés</Niveau><Niveau ID="F1" type="Fiche">Congé d’essai</Niveau></FilDAriane>`

/** A sheet of the public schema of service-public.fr (`Publication.xsd`), with an invented text. */
export const sheetFile = ({
  id = 'F1',
  attributes = 'dateDerniereModificationImportante="2019-07-01T00:00:00"',
  date = 'modified 2020-06-22',
  context = breadcrumb,
  body = '<Texte><Paragraphe>Texte inventé.</Paragraphe></Texte>',
}: SheetFields = {}) => `<?xml version="1.0" encoding="UTF-8"?>
<Publication xmlns:dc="http://purl.org/dc/elements/1.1/" ID="${id}" type="Fiche d'information" ${attributes} spUrl="https://www.service-public.fr/particuliers/vosdroits/${id}">
<dc:title>Congé d’essai</dc:title><dc:creator>DILA</dc:creator><dc:subject>Travail</dc:subject><dc:description>Description qui n’est pas lue.</dc:description>
<dc:date>${date}</dc:date><dc:identifier>${id}</dc:identifier><dc:language>Fr</dc:language>
<SurTitre>Fiche pratique</SurTitre><Audience>Particuliers</Audience><Canal>www.service-public.fr</Canal>
${context}
${body}
</Publication>`
