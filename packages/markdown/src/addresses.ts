const allowed = new Set(['http:', 'https:', 'mailto:'])

/** Parses a URL; null when it is invalid. For browsers without `URL.parse`. */
function parseUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/**
 * Returns the address if following it is harmless (http, https or mailto), else null. Relative addresses are refused, because they would lead inside the
 * product.
 */
export function safeAddress(address: string): string | null {
  const url = parseUrl(address)
  return url && allowed.has(url.protocol) ? url.href : null
}

/** Host of an address, or its path if it has none (mailto); empty when invalid. */
export function hostOf(address: string): string {
  const url = parseUrl(address)
  return url ? url.host || url.pathname : ''
}

/** Pattern of host names and e-mail addresses in a text. */
const addressPattern = /(?:[\p{L}\p{N}_.+-]+@)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu

/** Maximum length of a link text in which addresses are searched. */
const maxTextLength = 300

const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/**
 * Whether the text of a link names the host of its address, and no other: « service-public.fr » does not name « faux-service-public.fr ».
 * @param linkText text of the link, with entities decoded
 */
export function namesHost(linkText: string, address: string): boolean {
  const host = withoutWww(hostOf(address).replace(/:\d+$/, ''))
  const shownAddresses = linkText.length > maxTextLength ? [] : (linkText.match(addressPattern) ?? [])
  return shownAddresses.length > 0 && shownAddresses.every((part) => withoutWww(part) === host)
}

const namedEntities: Readonly<Record<string, string>> = {
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

/** Decodes the entities common in French texts, `&eacute;` or `&#233;`. Unknown ones are unchanged. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return Object.hasOwn(namedEntities, name) ? namedEntities[name]! : entity
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex!, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}
