import { expect, test } from 'vitest'
import { HIGHLIGHTS, TEXT_COLOURS } from './palette.ts'

// Imported by a variable, because the page must not see the types of Node.
const files = 'node:fs'
const { readFileSync } = (await import(/* @vite-ignore */ files)) as {
  readFileSync(path: URL, encoding: 'utf8'): string
}

test('every colour can be read on light and dark paper', () => {
  const css = readFileSync(new URL('../../rendered-text/text-colours.css', import.meta.url), 'utf8')
  for (const [ink, shades] of [
    ['text', TEXT_COLOURS],
    ['highlight', HIGHLIGHTS],
  ] as const) {
    for (const { stored, dark } of Object.values(shades)) {
      expect(css).toContain(`light-dark(${stored}, ${dark})`)
      expect(contrast(stored, ink === 'text' ? '#ffffff' : '#000000')).toBeGreaterThan(4.5)
      expect(contrast(dark, ink === 'text' ? '#242424' : '#c9c9c9')).toBeGreaterThan(4.5)
    }
  }
})

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
