const allowed = new Set(['http:', 'https:', 'mailto:'])

/** What URL.parse answers, for the browsers that do not have it. */
function parseUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** The address when a click on it can do no harm, else null. Relative addresses are refused: they would lead inside the product. */
export function safeAddress(address: string): string | null {
  const url = parseUrl(address)
  return url && allowed.has(url.protocol) ? url.href : null
}

/** The machine a click leads to. */
export function hostOf(address: string): string {
  const url = parseUrl(address)
  return url ? url.host || url.pathname : ''
}

/** Addresses of machines, and of mail, as they stand in words. */
const addressesIn = /(?:[\p{L}\p{N}_.+-]+@)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu

/** Words longer than that tell no address: they are not looked at. */
const longestAddress = 300

const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/**
 * Whether the words of a link say by themselves which machine a click leads to, and no other: « service-public.fr » does not say
 * « faux-service-public.fr ». @param words decoded, as they are read
 */
export function saysHost(words: string, address: string): boolean {
  const host = withoutWww(hostOf(address).replace(/:\d+$/, ''))
  const shown = words.length > longestAddress ? [] : (words.match(addressesIn) ?? [])
  return shown.length > 0 && shown.every((one) => withoutWww(one) === host)
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  euro: '€',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  acirc: 'â',
  ccedil: 'ç',
  ocirc: 'ô',
  ugrave: 'ù',
  icirc: 'î',
  ucirc: 'û',
  euml: 'ë',
  iuml: 'ï',
  oelig: 'œ',
  Eacute: 'É',
  Egrave: 'È',
  Ecirc: 'Ê',
  Agrave: 'À',
  Ccedil: 'Ç',
  OElig: 'Œ',
  rarr: '→',
  deg: '°',
  times: '×',
  bull: '•',
  middot: '·',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  ge: '≥',
  le: '≤',
  ne: '≠',
  asymp: '≈',
  plusmn: '±',
  divide: '÷',
  minus: '−',
  permil: '‰',
  sect: '§',
  para: '¶',
  ordm: 'º',
  larr: '←',
  uarr: '↑',
  darr: '↓',
  lsaquo: '‹',
  rsaquo: '›',
  ldquo: '“',
  rdquo: '”',
  sbquo: '‚',
  thinsp: '\u2009',
  ensp: '\u2002',
  emsp: '\u2003',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  pound: '£',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  yuml: 'ÿ',
  ntilde: 'ñ',
  aelig: 'æ',
  AElig: 'Æ',
  Acirc: 'Â',
  Euml: 'Ë',
  Icirc: 'Î',
  Iuml: 'Ï',
  Ocirc: 'Ô',
  Ucirc: 'Û',
  Ugrave: 'Ù',
}

/** Replaces the entities French texts contain, `&eacute;` or `&#233;`; the others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return Object.hasOwn(named, name) ? named[name]! : whole
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex!, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}
