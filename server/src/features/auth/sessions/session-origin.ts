const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Describes browser and system in plain words, «Firefox sur Windows»; empty when neither is known. Versions are left out: they would tell people apart. */
export function describeDevice(user_agent: string): string {
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(user_agent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined) return system ?? ''
  return system === undefined ? browser : `${browser} sur ${system}`
}

/**
 * Returns the network of an IP address, for the list of a person's sessions: enough to tell an office from a hotel, too little to identify a machine.
 * `192.0.2.…` for IPv4, the first 48 bits for IPv6, empty for anything else.
 */
export function networkOf(ip: string): string {
  const [, mapped] = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip) ?? []
  if (mapped !== undefined) return `${mapped}.…`
  if (!ip.includes(':')) return ''
  const [head = ''] = ip.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':').slice(0, 3)
  return groups.length === 0 ? '' : `${groups.join(':')}:…`
}
