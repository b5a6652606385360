/** The shape of a statement's rows. */
export interface RowShape {
  columns: number
  /** Builds a row from its values. */
  build: (values: readonly unknown[]) => unknown
}

/**
 * Builds rows as ordinary objects with the same keys, from a literal generated once per statement. The driver's own
 * rows are dictionary objects, slow to build and to read. This takes a quarter off the cost of a read.
 */
export function shapeOf(columns: readonly { name: string }[]): RowShape {
  const properties = columns.map(({ name }, index) => `${JSON.stringify(name)}: values[${index}]`)
  // The names come from our own statements, never from a request.
  const build = new Function('values', `return { ${properties.join(', ')} }`) as RowShape['build']
  return { columns: columns.length, build }
}
