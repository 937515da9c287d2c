import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { AppError } from '#platform/errors.ts'
import { type Allowance, bareName, isLocalName, isPublicAddress, WEB_PORTS } from './address.ts'

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>

export interface AgentOptions {
  isAllowed: Allowance
  lookup: Lookup
  idleMs: number
}

/**
 * Opens the connections, and is where every hop of every request must pass: the check is made on the addresses that the socket is
 * then given, so that a name cannot answer one thing to the check and another to the connection.
 */
export function guardedAgent({ isAllowed, lookup, idleMs }: AgentOptions): Agent {
  const toAnywhere = buildConnector({ lookup: lookupOf(lookup), timeout: idleMs, allowH2: false })
  const toPublic = buildConnector({ lookup: lookupOf(onlyPublic(lookup)), timeout: idleMs, allowH2: false })
  return new Agent({
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
    connect(target, done) {
      const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
      if (isAllowed(target.hostname, port)) return toAnywhere(target, done)
      const refusal = refusalOf(target.hostname, port)
      if (refusal) return done(refusal, null)
      toPublic(target, done)
    },
  })
}

function refusalOf(hostname: string, port: number): AppError | null {
  const name = bareName(hostname)
  if (!WEB_PORTS.includes(port)) {
    return new AppError('invalid_parameter', `${name} is asked on port ${port}; only 80 and 443 are allowed.`)
  }
  // A socket looks no literal address up, so the lookup's check would not see it.
  const isLocal = isIP(name) ? !isPublicAddress(name) : isLocalName(name)
  return isLocal ? notPublic(name) : null
}

const notPublic = (name: string) =>
  new AppError(
    'invalid_parameter',
    `${name} is not on the public internet; private addresses are reached only if the operator allows them.`,
  )

/** One private address among several public ones is enough to refuse: which of them is used is left to chance. */
function onlyPublic(lookup: Lookup): Lookup {
  return async hostname => {
    const addresses = await lookup(hostname)
    if (addresses.every(({ address }) => isPublicAddress(address))) return addresses
    throw notPublic(hostname)
  }
}

/** The same in the shape that sockets ask for. */
function lookupOf(lookup: Lookup): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname).then(
      addresses => {
        const [first] = addresses
        if (!first) done(new AppError('unavailable', `${hostname} has no address.`), '', 0)
        else if (options.all) done(null, addresses)
        else done(null, first.address, first.family)
      },
      error => done(error, '', 0),
    )
  }
}
