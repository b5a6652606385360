/** A number that JavaScript cannot represent, shown as written. */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Parses JSON; undefined if it is invalid, or nested too deeply to be shown. */
export function readJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, keepDigits) as unknown }
  } catch {
    return undefined
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  const isAltered = typeof value === 'number' && source !== undefined && Number(source).toString() !== source
  return isAltered && !Number.isSafeInteger(value) && /\d{16}/.test(source) ? new WrittenNumber(source) : value
}

/** A named child of an object or list, or a part of a long one. */
export interface JsonNode {
  name: string
  value: unknown
}

const MOST_TOGETHER = 100

export function isOpenable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof WrittenNumber)
}

/** A part of a long list or object, which expands separately. */
export class JsonPart {
  readonly nodes: readonly JsonNode[]

  constructor(nodes: readonly JsonNode[]) {
    this.nodes = nodes
  }
}

/** The children, in parts of a hundred if there are many. */
export function childrenOf(value: object): JsonNode[] {
  if (value instanceof JsonPart) return inParts(value.nodes)
  return inParts(Object.entries(value).map(([name, one]) => ({ name, value: one as unknown })))
}

function inParts(nodes: readonly JsonNode[]): JsonNode[] {
  if (nodes.length <= MOST_TOGETHER) return [...nodes]
  let size = MOST_TOGETHER
  while (nodes.length / size > MOST_TOGETHER) size *= MOST_TOGETHER
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, index) => {
    const part = nodes.slice(index * size, (index + 1) * size)
    return { name: `${part[0]?.name} … ${part.at(-1)?.name}`, value: new JsonPart(part) }
  })
}

export function countIn(value: object): number {
  return value instanceof JsonPart ? value.nodes.length : Object.keys(value).length
}
