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
