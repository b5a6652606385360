import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ROOT } from '../import-graph.ts'
import { readZip } from '../zip-reader.ts'

/** A node of an RO-Crate. */
export type CrateNode = { '@id': string; '@type': string } & Record<string, unknown>

export interface ReadCrate {
  /** The only folder at the top, with a slash. */
  root: string
  /** The members, by their names below the root folder. */
  files: Map<string, Buffer>
  context: unknown
  nodes: CrateNode[]
  node(id: string): CrateNode
}

const METADATA = 'ro-crate-metadata.json'

export function readCrate(zip: Buffer): ReadCrate {
  const all = readZip(zip)
  const roots = new Set([...all.keys()].map((name) => name.slice(0, name.indexOf('/') + 1)))
  expect([...roots]).toHaveLength(1)
  const [root = ''] = roots
  const files = new Map([...all].map(([name, content]) => [name.slice(root.length), content]))
  const { '@context': context, '@graph': nodes } = JSON.parse(files.get(METADATA)?.toString() ?? '{}')
  const node = (id: string): CrateNode => {
    const found = (nodes as CrateNode[]).find((one) => one['@id'] === id)
    if (!found) throw new Error(`no node ${id}`)
    return found
  }
  return { root, files, context, nodes, node }
}

/**
 * The checks of the consortium for .eln files (the structure of the archive, required properties, its JSON Schema), what
 * RO-Crate requires, and what we promise in docs/eln.md.
 */
export function checkCrate(zip: Buffer, schema: unknown): ReadCrate {
  const crate = readCrate(zip)
  checkStructure(crate)
  checkRequired(crate)
  if (schema) expect(problemsIn({ '@context': crate.context, '@graph': crate.nodes }, schema as Schema)).toEqual([])
  checkRoCrate(crate)
  checkFiles(crate)
  checkFlat(crate)
  return crate
}

/** One folder at the top, with the metadata; names that no system mistakes for others. */
function checkStructure({ root, files }: ReadCrate): void {
  expect(root).toMatch(/^[\w-]+\/$/)
  expect(files.has(METADATA)).toBe(true)
  const names = [...files.keys()]
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)?$/)
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
}

function checkRequired({ nodes, node }: ReadCrate): void {
  for (const one of nodes.filter((one) => ['Dataset', 'File'].includes(one['@type']))) {
    expect(typeof one.name, one['@id']).toBe('string')
  }
  for (const one of nodes) if ('keywords' in one) expect(typeof one.keywords, one['@id']).toBe('string')
  const descriptor = node(METADATA)
  expect(descriptor.version).toMatch(/^\d+\.\d+$/)
  expect(node((descriptor.sdPublisher as Ref)['@id'])).toMatchObject({ '@type': 'Organization', name: 'Aliquot' })
}

interface Ref {
  '@id': string
}

function checkRoCrate({ context, nodes, node }: ReadCrate): void {
  const descriptor = node(METADATA)
  const { '@id': version } = descriptor.conformsTo as Ref
  expect(version).toMatch(/^https:\/\/w3id\.org\/ro\/crate\/1\.[12]$/)
  expect((context as unknown[])[0]).toBe(`${version}/context`)
  expect(descriptor.about).toEqual({ '@id': './' })
  const root = node('./')
  expect(root['@type']).toBe('Dataset')
  for (const name of ['name', 'description', 'datePublished']) expect(typeof root[name], name).toBe('string')
  expect(node((root.license as Ref)['@id'])).toMatchObject({
    name: expect.any(String),
    description: expect.any(String),
  })
  const listed = (root.hasPart as Ref[]).map((part) => part['@id'])
  const entries = nodes.filter((one) => one['@type'] === 'Dataset' && one['@id'] !== './').map((one) => one['@id'])
  expect([...listed].sort()).toEqual([...entries].sort())
  for (const id of listed) expect(id).toMatch(/^\.\/.+\/$/)
}

/** Every file is described, with its true size and hash, and belongs to an entry. */
function checkFiles({ files, nodes }: ReadCrate): void {
  const described = nodes.filter((one) => one['@type'] === 'File')
  const parts = nodes.filter((one) => one['@id'] !== './').flatMap((one) => (one.hasPart ?? []) as Ref[])
  expect(parts.map((part) => part['@id']).sort()).toEqual(described.map((one) => one['@id']).sort())
  const rest = new Set(files.keys())
  for (const file of described) {
    const name = file['@id'].slice('./'.length)
    const content = files.get(name) ?? Buffer.from('not in the archive')
    const sha256 = createHash('sha256').update(content).digest('hex')
    expect({ sha256: file.sha256, size: file.contentSize }, name).toEqual({ sha256, size: String(content.length) })
    rest.delete(name)
  }
  expect([...rest]).toEqual([METADATA, 'ro-crate-preview.html'])
}

/** No node within another, none twice, and every reference leads to one or elsewhere. */
function checkFlat({ nodes }: ReadCrate): void {
  const ids = new Set(nodes.map((one) => one['@id']))
  expect(ids.size).toBe(nodes.length)
  for (const one of nodes) {
    for (const [property, value] of Object.entries(one)) {
      for (const part of [value].flat()) {
        if (typeof part !== 'object') continue
        expect(Object.keys(part as object), `${one['@id']} ${property}`).toEqual(['@id'])
        const { '@id': id } = part as Ref
        if (!/^https?:/.test(id)) expect(ids.has(id), `${one['@id']} ${property}: ${id}`).toBe(true)
      }
    }
  }
}

/** Beside the project, where the examples of the consortium lie. */
const SCHEMA_FILE = join(ROOT, '../shared/data/eln/schema.json')

/** The JSON Schema of the consortium; undefined where that folder is missing. */
export function elnSchema(): unknown {
  return existsSync(SCHEMA_FILE) ? JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) : undefined
}

interface Schema {
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
}

/** The parts of JSON Schema that the schema of the consortium uses. */
function problemsIn(value: unknown, schema: Schema, path = ''): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.includes(typeOf(value))) return [`${path} is no ${types.join(' or ')}`]
  const problems: string[] = []
  if (typeof value === 'string' && schema.format && !FORMATS[schema.format]?.(value)) {
    problems.push(`${path} is no ${schema.format}: ${value}`)
  }
  if (Array.isArray(value)) {
    if (schema.items) problems.push(...value.flatMap((one, at) => problemsIn(one, schema.items ?? {}, `${path}/${at}`)))
  } else if (typeof value === 'object' && value !== null) {
    for (const name of schema.required ?? []) if (!(name in value)) problems.push(`${path} has no ${name}`)
    for (const [name, one] of Object.entries(value)) {
      const inner = schema.properties?.[name]
      if (inner) problems.push(...problemsIn(one, inner, `${path}/${name}`))
    }
  }
  return problems
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const FORMATS: Record<string, (text: string) => boolean> = {
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
}
