/**
 * The network of an address, for the list of one's sessions: enough to know one's office from a hotel, too little to name a machine.
 * `192.0.2.…` of four bytes, the first 48 bits of IPv6; empty for anything else.
 */
export function placeOf(ip: string): string {
  const [, mapped] = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip) ?? []
  if (mapped !== undefined) return `${mapped}.…`
  if (!ip.includes(':')) return ''
  const [head = ''] = ip.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':').slice(0, 3)
  return groups.length === 0 ? '' : `${groups.join(':')}:…`
}
