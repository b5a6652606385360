import { forgeZip } from './forged-zip.ts'

/** A node of the graph of an archive. */
export type Node = Record<string, unknown>

/** An `.eln` archive as eLabFTW writes them. Its entries are the datasets among the nodes; its files lie beside them. */
export function eln(nodes: readonly Node[], files: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  const datasets = nodes.filter((node) => node['@type'] === 'Dataset')
  const graph = [
    {
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      about: { '@id': './' },
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      sdPublisher: { '@id': '#publisher' },
    },
    { '@id': '#publisher', '@type': 'Organization', name: 'eLabFTW', areaServed: 'Laboratory' },
    {
      ...{ '@id': './', '@type': 'Dataset', name: 'Export', version: '107' },
      hasPart: datasets.map((node) => ({ '@id': node['@id'] })),
    },
    ...nodes,
  ]
  const metadata = JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph })
  const members = Object.entries({ 'ro-crate-metadata.json': metadata, ...files })
  return forgeZip(members.map(([name, content]) => ({ name: `export/${name}`, content })))
}
