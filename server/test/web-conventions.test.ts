import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './import-graph.ts'

/** Of the web interface, by their paths in it. */
const styles = read('**/*.css')
const components = read('**/*.tsx').filter(([path]) => !path.endsWith('.test.tsx'))

function read(pattern: string): [path: string, text: string][] {
  const cwd = join(ROOT, 'web/src')
  return globSync(pattern, { cwd }).map((path) => [path, readFileSync(join(cwd, path), 'utf8')])
}

interface Declaration {
  place: string
  property: string
  value: string
}

const declarations = styles.flatMap(([path, css]) => readDeclarations(path, css))
const inModules = declarations.filter(({ place }) => place.includes('.module.css:'))

/** `path:line` with a property and its value. A value over several lines is one line here. */
function readDeclarations(path: string, css: string): Declaration[] {
  // Comments become as many empty lines.
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ''))
  return Array.from(text.matchAll(/(?<=[{;\n]\s*)([a-z-]+):\s*([^;{}]+);/g), (match) => ({
    place: `${path}:${text.slice(0, match.index).split('\n').length}`,
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
  const [, right, , left] = partsOf(value)
  return left !== undefined && left !== right
}

/** `1px calc(2px + 1px)` has two; spaces in parentheses do not count. */
function partsOf(value: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of value) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ' ' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${sign}`)
  }
  return parts
}

test('components name the start and the end of a line too', () => {
  const SIDED = /\b(?:ml|mr|pl|pr)=|\b(?:margin|padding|border)(?:Left|Right)\b|\bta="(?:left|right)"/
  const wrong = components.flatMap(([path, source]) =>
    source.split('\n').flatMap((line, at) => (SIDED.test(line) ? `${path}:${at + 1} ${line.trim()}` : [])),
  )
  expect(wrong).toEqual([])
})

/** `var(--mantine-spacing-xs)` instead of `8px`. Hairlines have numbers; what grows with the letters is in `em`. */
const LENGTH = /(?<![\w.-])-?(\d*\.?\d+)(px|rem)\b/g
const SPACE = /^(?:margin|padding|gap|row-gap|column-gap)/
const HAIRLINE_PX = 3

test('space comes from the scale in theme.ts', () => {
  const wrong = inModules.filter(({ property, value }) => SPACE.test(property) && hasLength(value))
  expect(wrong.map(told)).toEqual([])
})

test('components too name a space: gap="xs", not gap={8}', () => {
  const RAW = /(?<=\s)(?:gap|rowGap|columnGap|[mp][tbxyse]?)=(?:\{(\d+)\}|"[\d.]+(?:rem|px)")/g
  const wrong = components.flatMap(([path, source]) =>
    Array.from(source.matchAll(RAW))
      .filter(([, pixels]) => pixels === undefined || Number(pixels) > HAIRLINE_PX)
      .map(([match]) => `${path} ${match}`),
  )
  expect(wrong).toEqual([])
})

test('sizes and weights of letters, and round corners, come from theme.ts', () => {
  const wrong = inModules.filter(
    ({ property, value }) =>
      (/^(?:font-size|border-radius)$/.test(property) && hasLength(value)) ||
      (property === 'font-weight' && !/^(?:400|500|600|inherit)$/.test(value)),
  )
  expect(wrong.map(told)).toEqual([])
})

test('colours come from tokens.css', () => {
  const RAW = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|light-dark\(|--mantine-color-[a-z]+-\d/i
  expect(inModules.filter(({ value }) => RAW.test(value)).map(told)).toEqual([])
})

function hasLength(value: string): boolean {
  return Array.from(value.matchAll(LENGTH)).some(
    ([, number, unit]) => Number(number) * (unit === 'rem' ? 16 : 1) > HAIRLINE_PX,
  )
}

test('Cancel stands before the main button, at the end of the line', () => {
  const wrong = components.flatMap(([path, source]) =>
    Array.from(source.matchAll(/\{common\.cancel\}/g)).flatMap(({ index }) => {
      const group = source.slice(0, index).lastIndexOf('<Group')
      const isAtEnd = group >= 0 && /^<Group justify="flex-end"/.test(source.slice(group))
      const isLast = /^\{common\.cancel\}\s*<\/Button>\s*<\/Group>/.test(source.slice(index))
      return isAtEnd && !isLast ? [] : path
    }),
  )
  expect(wrong).toEqual([])
})
