/** The value of a property in a style attribute. */
export function readStyle(style: string | null | undefined, property: string): string | undefined {
  const declaration = declarationsOf(style).find((one) => nameOf(one) === property)
  return declaration?.slice(declaration.indexOf(':') + 1).trim()
}

/** The style with this value, or without the property. Other declarations stay as they are; null if nothing is left. */
export function writeStyle(style: string | null | undefined, property: string, value?: string): string | null {
  const others = declarationsOf(style).filter((one) => nameOf(one) !== property)
  const all = value === undefined ? others : [...others, `${property}: ${value}`]
  return all.length === 0 ? null : all.join('; ')
}

/** The service keeps only values without semicolons. */
function declarationsOf(style: string | null | undefined): string[] {
  return (style ?? '').split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
}

function nameOf(declaration: string): string {
  return declaration
    .slice(0, Math.max(0, declaration.indexOf(':')))
    .trim()
    .toLowerCase()
}
