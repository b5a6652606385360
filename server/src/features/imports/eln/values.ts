import { isExactNumber } from '../../../lib/json-text.ts'

/** The properties of a node, by their names in schema.org. A map, because names come from strangers. */
export type Properties = ReadonlyMap<string, unknown>

const NAMESPACES = /^(?:https?:\/\/schema\.org\/|schema:|sdo:)/
const OWN = 'https://w3id.org/ro/terms/aliquot#'

export function propertiesOf(node: object): Map<string, unknown> {
  return new Map(Object.entries(node).map(([name, value]) => [plainName(name), value]))
}

function plainName(name: string): string {
  if (!name.includes(':')) return name
  return name.startsWith(OWN) ? `aliquot:${name.slice(OWN.length)}` : name.replace(NAMESPACES, '')
}

export function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

/** Programs write one value or a list of values, as they like. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap(listOf)
  if (isNode(value)) {
    if ('@list' in value) return listOf(value['@list'])
    if ('@set' in value) return listOf(value['@set'])
  }
  return [value]
}

/** A text, a number or a truth value as text; undefined for nodes. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (isExactNumber(value)) return JSON.stringify(value)
  return isNode(value) && '@value' in value ? plainText(value['@value']) : undefined
}

/** The first text of a property that is not empty. */
export function textOf(node: Properties, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const value of listOf(node.get(name))) {
      const text = plainText(value)
      if (text !== undefined && text.trim() !== '') return text
    }
  }
  return undefined
}

/** All texts of a property. */
export function textsOf(node: Properties, name: string): string[] {
  return listOf(node.get(name)).flatMap((value) => plainText(value) ?? [])
}

/** The id that a value refers to. Parts are sometimes plain texts. */
export function idIn(value: unknown): string | undefined {
  if (isNode(value)) return typeof value['@id'] === 'string' ? value['@id'] : undefined
  return typeof value === 'string' ? value : undefined
}

export function idsIn(value: unknown): string[] {
  return listOf(value).flatMap((one) => idIn(one) ?? [])
}

export function typesOf(node: Properties): string[] {
  return textsOf(node, '@type').map(plainName)
}

export function isTrue(node: Properties, name: string): boolean {
  return textOf(node, name) === 'true'
}

/** What the metadata say about one id. */
export interface GraphNode {
  /** See `normalId`. */
  id: string
  row: number
  value: Properties
  /** As it was written; several texts if the id is described more than once. */
  texts: readonly string[]
  /** It is described more than once, and not in the same way. */
  isContradicted: boolean
}
