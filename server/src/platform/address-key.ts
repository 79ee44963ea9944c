/**
 * Returns the rate-limit key of an IP address. An IPv6 address is reduced to its /64 network, which belongs to one subscriber; an IPv4 address mapped to
 * IPv6 becomes IPv4.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const keyParts = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? keyParts : [...keyParts, ...Array<string>(Math.max(0, 8 - keyParts.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.padStart(4, '0'))
    .join(':')
    .toLowerCase()}::/64`
}
