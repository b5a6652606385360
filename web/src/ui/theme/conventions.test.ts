import { expect, test } from 'vitest'

const styles = import.meta.glob<string>('../../**/*.css', { query: '?raw', import: 'default', eager: true })
const components = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

interface Declaration {
  place: string
  property: string
  value: string
}

const declarations = Object.entries(styles).flatMap(([path, css]) => readDeclarations(path, css))

/** `path:line` with a property and its value. A value over several lines is one line here. */
function readDeclarations(path: string, css: string): Declaration[] {
  // Comments become as many empty lines.
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
  return Array.from(text.matchAll(/(?<=[{;\n]\s*)([a-z-]+):\s*([^;{}]+);/g), (match) => ({
    place: `${path.replace('../../', '')}:${text.slice(0, match.index).split('\n').length}`,
    property: match[1] ?? '',
    value: (match[2] ?? '').replaceAll(/\s+/g, ' ').trim(),
  }))
}

function told({ place, property, value }: Declaration): string {
  return `${place} ${property}: ${value}`
}

test('the tests of styles see the declarations', () => {
  expect(declarations.length).toBeGreaterThan(1500)
})

const SIDES =
  /^(?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)|^border-(?:top|bottom)-(?:left|right)-radius|^(?:left|right)$/
const FOUR_SIDES = /^(?:margin|padding|inset|border-width|border-color|border-style)$/

test('styles name the start and the end of a line, not left and right, so that they also fit Arabic or Hebrew', () => {
  const wrong = declarations.filter(
    ({ property, value }) =>
      SIDES.test(property) ||
      (/^(?:text-align|float|clear)$/.test(property) && /^(?:left|right)$/.test(value)) ||
      (FOUR_SIDES.test(property) && isLopsided(value)),
  )
  expect(wrong.map(told)).toEqual([])
})

/** `0 1rem 0 2rem` has another left than right side. */
function isLopsided(value: string): boolean {
  const [, right, , left] = value.match(/[a-z-]*\((?:[^()]|\([^()]*\))*\)|\S+/g) ?? []
  return left !== undefined && left !== right
}

test('components name the start and the end of a line too', () => {
  const SIDED = /\b(?:ml|mr|pl|pr)=|\b(?:margin|padding|border)(?:Left|Right)\b|\bta="(?:left|right)"/
  const wrong = Object.entries(components).flatMap(([path, source]) =>
    source.split('\n').flatMap((line, at) => (SIDED.test(line) ? `${path}:${at + 1} ${line.trim()}` : [])),
  )
  expect(wrong).toEqual([])
})
