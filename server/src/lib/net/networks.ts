import { BlockList, isIP, isIPv6 } from 'node:net'

/** A network, as in `10.1.0.0/16`. */
export interface Network {
  address: string
  bits: number
  family: 'ipv4' | 'ipv6'
}

/** Reads a network or a single address; undefined if it is neither. */
export function readNetwork(text: string): Network | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined
  const most = version === 4 ? 32 : 128
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return undefined
  return { address, bits: bits === undefined ? most : Number(bits), family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** A set of networks. An IPv4 address that is written as IPv6 (`::ffff:10.0.0.1`) counts as IPv4. */
export class Networks {
  readonly #list = new BlockList()

  constructor(networks: readonly Network[]) {
    for (const { address, bits, family } of networks) this.#list.addSubnet(address, bits, family)
  }

  has(address: string): boolean {
    return this.#list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

/** All that is not the public internet, by the registries of special addresses of IANA. */
const SPECIAL = new Networks(
  [
    // This network, private, shared by providers, loopback, link-local, assignments, documentation, benchmarks.
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
    // Relays to IPv6, multicast, reserved and broadcast.
    ...['192.88.99.0/24', '224.0.0.0/4', '240.0.0.0/4'],
    // Protocols with an IPv4 address inside (Teredo, 6to4), identifiers, documentation.
    ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ].map(known),
)

/** IPv6 addresses of the public internet; NAT64, unique local, link-local and multicast are outside. */
const GLOBAL_IPV6 = new Networks([known('2000::/3')])
const IPV4 = new Networks([known('0.0.0.0/0')])

/** Whether an address is on the public internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0 || SPECIAL.has(address)) return false
  // An IPv4 address as IPv6 is one of IPv4 for both lists.
  return IPV4.has(address) || GLOBAL_IPV6.has(address)
}

function known(text: string): Network {
  const network = readNetwork(text)
  if (!network) throw new Error(`${text} is no network`)
  return network
}
