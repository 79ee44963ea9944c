/** Code of law, or another text with articles, cited by its name. */
export type LegalCode = {
  /** Short identifier: `CGCT`. */
  id: string
  title: string
  /** Other names and abbreviations, with or without points: `C. urb.`. */
  abbreviations: readonly string[]
  /** Has articles without a letter of series (« article 1240 »). */
  isPlain?: boolean
}

const code = (id: string, title: string, ...abbreviations: string[]): LegalCode => ({ id, title, abbreviations: [id, ...abbreviations] })
const plain = (id: string, title: string, ...abbreviations: string[]): LegalCode => ({ ...code(id, title, ...abbreviations), isPlain: true })

/** Codes in force, and those repealed that are still cited. */
export const legalCodes: readonly LegalCode[] = [
  code('CGCT', 'code général des collectivités territoriales', 'code des collectivités territoriales', 'C. gén. coll. terr.', 'CG coll. terr.'),
  code('CU', 'code de l’urbanisme', 'C. urb.', 'C. urba.', 'C. urbanisme', 'code de l’urba', 'code urb.', 'C urb'),
  code('CCP', 'code de la commande publique', 'C. com. publ.', 'C. cde publ.', 'C. comm. publ.', 'C. commande publique'),
  code('CGFP', 'code général de la fonction publique', 'code de la fonction publique', 'C. fonct. publ.', 'CG fonct. publ.', 'C. gén. fonct. publ.'),
  code('CJA', 'code de justice administrative', 'code de la justice administrative', 'C. just. adm.', 'C. just. admin.'),
  code(
    'CRPA',
    'code des relations entre le public et l’administration',
    'code des relations entre le public et les administrations',
    'code des relations du public et de l’administration',
    'code des relations du public avec l’administration',
    'code des relations entre l’administration et le public',
    'C. rel. pub. adm.',
    'C. relations public administration',
  ),
  code('CEDUC', 'code de l’éducation', 'C. éduc.', 'C. éducation', 'code éduc.'),
  code(
    'CASF',
    'code de l’action sociale et des familles',
    'code de l’action sociale et de la famille',
    'C. action soc. fam.',
    'C. act. soc. et fam.',
    'code de l’action sociale',
  ),
  plain('CPEN', 'code pénal', 'C. pén.', 'C. pénal', 'code pén.'),
  plain('CPP', 'code de procédure pénale', 'C. pr. pén.', 'C. proc. pén.', 'C. procédure pénale'),
  plain('CPC', 'code de procédure civile', 'C. pr. civ.', 'C. proc. civ.', 'NCPC'),
  plain('CCIV', 'code civil', 'C. civ.', 'C. civil', 'code civ.', 'Cciv'),
  code('CELEC', 'code électoral', 'C. élec.', 'C. élect.', 'C. électoral', 'code élec.'),
  plain('CGI', 'code général des impôts', 'C. gén. imp.', 'code des impôts'),
  code('LPF', 'livre des procédures fiscales', 'code des procédures fiscales'),
  code('CIBS', 'code des impositions sur les biens et services'),
  code(
    'CGPPP',
    'code général de la propriété des personnes publiques',
    'CG3P',
    'CGP3',
    'CGPPP',
    'code de la propriété des personnes publiques',
    'C. gén. propr. pers. publ.',
  ),
  code('CVR', 'code de la voirie routière', 'C. voirie', 'C. voirie rout.', 'C. voirie routière', 'code de la voirie'),
  code('CROUTE', 'code de la route', 'C. route', 'C. rte'),
  code('CENV', 'code de l’environnement', 'C. env.', 'C. envir.', 'C. environnement', 'code env.'),
  code('CRPM', 'code rural et de la pêche maritime', 'code rural', 'C. rur.', 'C. rural', 'code rural et de la pêche'),
  code('CPAT', 'code du patrimoine', 'C. patr.', 'C. patrim.', 'C. patrimoine'),
  code('CSP', 'code de la santé publique', 'C. santé publ.', 'C. sant. publ.', 'C. santé pub.', 'code de la santé'),
  code('CSI', 'code de la sécurité intérieure', 'C. sécu. int.', 'C. sécur. int.', 'C. séc. int.'),
  code('CSS', 'code de la sécurité sociale', 'C. séc. soc.', 'C. sécu. soc.', 'CSSoc'),
  code('CTRAV', 'code du travail', 'C. trav.', 'C. travail'),
  code(
    'CESEDA',
    'code de l’entrée et du séjour des étrangers et du droit d’asile',
    'code de l’entrée et du séjour des étrangers en France et du droit d’asile',
    'code de l’entrée et du séjour des étrangers',
  ),
  code('CCH', 'code de la construction et de l’habitation', 'C. constr.', 'C. constr. hab.', 'code de la construction', 'code de l’habitation'),
  code('CTRANSP', 'code des transports', 'C. transp.', 'C. transports'),
  code('CASS', 'code des assurances', 'C. assur.', 'C. ass.', 'C. assurances'),
  code('CSPORT', 'code du sport', 'C. sport', 'C. sports', 'code des sports'),
  code('CCOM', 'code de commerce', 'C. com.', 'C. commerce', 'code du commerce'),
  code('CCONSO', 'code de la consommation', 'C. consom.', 'C. conso.', 'C. consommation'),
  code('CDEF', 'code de la défense', 'C. déf.', 'C. défense'),
  code('CENER', 'code de l’énergie', 'C. énergie', 'C. éner.', 'C. énerg.'),
  code('CMF', 'code monétaire et financier', 'C. mon. fin.', 'COMOFI', 'C. monét. fin.'),
  code('CPI', 'code de la propriété intellectuelle', 'C. prop. intell.', 'C. propr. intell.'),
  code(
    'CPCE',
    'code des postes et des communications électroniques',
    'C. P. et CE',
    'code des postes et communications électroniques',
    'C. postes et comm. électr.',
  ),
  code('CFOR', 'code forestier', 'C. for.', 'C. forestier', 'code forestier (nouveau)', 'nouveau code forestier'),
  code('CMIN', 'code minier', 'C. minier', 'code minier (nouveau)'),
  code('CTOUR', 'code du tourisme', 'C. tourisme', 'C. tour.'),
  code('CJF', 'code des juridictions financières', 'C. jur. fin.', 'C. jurid. fin.'),
  code('COJ', 'code de l’organisation judiciaire', 'C. org. jud.', 'C. orga. jud.'),
  code('CJPM', 'code de la justice pénale des mineurs', 'C. just. pén. min.'),
  code('CPENIT', 'code pénitentiaire', 'C. pénit.'),
  code('CPCEX', 'code des procédures civiles d’exécution', 'C. pr. exéc.', 'C. proc. civ. exéc.', 'CPCE exéc.'),
  code('CEXPR', 'code de l’expropriation pour cause d’utilité publique', 'C. expr.', 'C. expropr.', 'code de l’expropriation'),
  code('CREC', 'code de la recherche', 'C. rech.', 'C. recherche'),
  code('CMUT', 'code de la mutualité', 'C. mut.', 'C. mutualité'),
  code('CSN', 'code du service national', 'C. serv. nat.', 'C. service national'),
  code('CCINE', 'code du cinéma et de l’image animée', 'code du cinéma', 'C. cinéma'),
  code('CART', 'code de l’artisanat', 'C. artisanat'),
  plain('CDOU', 'code des douanes', 'C. douanes', 'C. douan.'),
  code('CPCMR', 'code des pensions civiles et militaires de retraite', 'code des pensions civiles et militaires', 'C. pens. civ. mil.'),
  code('CPMIVG', 'code des pensions militaires d’invalidité et des victimes de guerre'),
  code('CCOMM', 'code des communes', 'C. communes'),
  plain('CMP', 'code des marchés publics', 'C. marchés publ.', 'C. marchés'),
  plain('CDE', 'code du domaine de l’État', 'C. dom. État'),
  plain('CFAS', 'code de la famille et de l’aide sociale'),
  plain('CONST', 'Constitution', 'Constitution du 4 octobre 1958', 'Constitution de 1958', 'Constitution française', 'Const.'),
  plain(
    'RGPD',
    'règlement général sur la protection des données',
    'règlement général de protection des données',
    'règlement européen sur la protection des données',
    'GDPR',
  ),
]
