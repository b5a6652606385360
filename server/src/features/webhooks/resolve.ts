import { lookup, Resolver } from 'node:dns/promises'
import { Slots } from '../../lib/slots.ts'

/** Node's `lookup` blocks one of four threads that files and passwords need, too. So one name at a time may use it. */
const lookups = new Slots(1)

/**
 * The addresses of a name. Asks the name servers; names of the hosts file are found, too, if `withLocalNames`, which only
 * networks of the operator have.
 */
export async function resolveName(name: string, ms: number, withLocalNames: boolean): Promise<string[]> {
  const resolver = new Resolver({ timeout: ms, tries: 1 })
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length > 0 || !withLocalNames) return addresses
  const local = await lookups.use(() => lookup(name, { all: true }).catch(() => []))
  return local.map(({ address }) => address)
}
