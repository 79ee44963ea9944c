const wholes =
  /\b(r[ée]sum|synth[èe]|tradui|reformul|simplifi)|\b(points? (cl[ée]s?|principaux|importants?)|grandes lignes|id[ée]es? (principales?|cl[ée]s?)|de quoi (parle|traite|s['’]agit)|que (dit|contient) (ce|le)|plan du|table des mati[èe]res)/iu

/** Whether a request is about a document as a whole: then it is read from its start rather than searched. */
export function isAboutWholeDocument(question: string): boolean {
  return wholes.test(question.normalize('NFC'))
}
