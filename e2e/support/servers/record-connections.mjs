// Loaded with `--import` into a process under test. Writes to the file RECORD_CONNECTIONS every address that the process or one of its threads requests,
// before the request is sent. It replaces the lowest JavaScript functions of Node, which all network clients call.
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const file = process.env.RECORD_CONNECTIONS
const note = (kind, target) => appendFileSync(file, `${JSON.stringify({ kind, target: String(target) })}\n`)

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...parameters) {
  const first = Array.isArray(parameters[0]) ? parameters[0][0] : parameters[0]
  const { path, host, port } = typeof first === 'object' && first !== null ? first : { port: first, host: parameters[1] }
  note(path === undefined ? 'tcp' : 'unix', path ?? `${typeof host === 'string' ? host : 'localhost'}:${port}`)
  return connect.apply(this, parameters)
}

for (const name of ['send', 'connect']) {
  const method = dgram.Socket.prototype[name]
  dgram.Socket.prototype[name] = function (...parameters) {
    note('udp', parameters.filter((value) => typeof value !== 'function' && !ArrayBuffer.isView(value)).join(':'))
    return method.apply(this, parameters)
  }
}

for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(resolver).filter((key) => /^(lookup|resolve\w*|reverse)$/.test(key))) {
    const method = resolver[name]
    if (typeof method !== 'function') continue
    resolver[name] = function (...parameters) {
      note('name', parameters[0])
      return method.apply(this, parameters)
    }
  }
}
