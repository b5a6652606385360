import type { CrateVersion } from '@aliquot/contract/exports'
import { VERSION } from '../../../version.ts'
import { LICENCE, METADATA, type Node, PROGRAM, PUBLISHER, ROOT, to } from './eln.graph.ts'

/** Prefix of what has no property in schema.org. */
const OWN_TERMS = 'https://w3id.org/ro/terms/aliquot#'

/** The number of the way in which eLabFTW writes its archives since its release 5.3: it reads ours by its rules. */
const LIKE_ELABFTW = '107'

export interface Crate {
  version: CrateVersion
  /** The instant of the export. */
  at: string
  /** The address of the instance; empty if it is not known. */
  baseUrl: string
  /** The number of entries, and the folder of each. */
  count: number
  folders(): Iterable<string>
}

/** The start of the metadata file: all nodes but those of entries. */
export function* headOf({ version, at, baseUrl, count, folders }: Crate): Generator<string> {
  const context = [`https://w3id.org/ro/crate/${version}/context`, { aliquot: OWN_TERMS, sha256: SHA256 }]
  yield `{"@context":${JSON.stringify(context)},"@graph":[\n${JSON.stringify(descriptor(version, at))}`
  // As many parts as there are entries, so that they are not made at once.
  yield `,\n${JSON.stringify(rootNode(at, count)).slice(0, -1)},"hasPart":[`
  let isFirst = true
  for (const folder of folders()) {
    yield `${isFirst ? '' : ','}${JSON.stringify(to(`./${folder}`))}`
    isFirst = false
  }
  yield ']}'
  for (const node of fixedNodes(at, baseUrl)) yield `,\n${JSON.stringify(node)}`
}

export const TAIL = '\n]}\n'

/** The context of RO-Crate 1.1 is older than this property. */
const SHA256 = 'https://schema.org/sha256'

function descriptor(version: CrateVersion, at: string): Node {
  return {
    '@id': METADATA,
    '@type': 'CreativeWork',
    about: to(ROOT),
    conformsTo: to(`https://w3id.org/ro/crate/${version}`),
    dateCreated: at,
    sdPublisher: to(PUBLISHER),
    version: '1.0',
  }
}

function rootNode(at: string, count: number): Node {
  return {
    '@id': ROOT,
    '@type': 'Dataset',
    name: 'Export from Aliquot',
    description: count === 1 ? 'One entry of a laboratory notebook' : `${count} entries of a laboratory notebook`,
    datePublished: at,
    dateCreated: at,
    license: to(LICENCE),
    publisher: to(PUBLISHER),
    version: LIKE_ELABFTW,
  }
}

function fixedNodes(at: string, baseUrl: string): Node[] {
  return [
    {
      '@id': PUBLISHER,
      '@type': 'Organization',
      name: 'Aliquot',
      description: 'An electronic laboratory notebook',
      url: baseUrl || undefined,
      // eLabFTW takes an archive without it for one of its old ones, whose texts are escaped twice.
      areaServed: 'Laboratories',
    },
    {
      '@id': '#ro-crate_created',
      '@type': 'CreateAction',
      name: 'RO-Crate created',
      object: to(ROOT),
      instrument: to(PROGRAM),
      endTime: at,
      actionStatus: to('http://schema.org/CompletedActionStatus'),
    },
    { '@id': PROGRAM, '@type': 'SoftwareApplication', name: 'Aliquot', version: VERSION },
    {
      '@id': LICENCE,
      '@type': 'CreativeWork',
      name: 'No licence',
      description: 'This archive grants no rights. They stay with the authors of its content.',
    },
  ]
}
