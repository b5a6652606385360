import type { Align, Marks } from '../tree.ts'

/** The declarations of a clean `style` attribute. */
export function declarationsOf(style = ''): ReadonlyMap<string, string> {
  const declarations = style.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':')
    return colon < 1
      ? []
      : [
          [
            declaration.slice(0, colon).trim().toLowerCase(),
            declaration
              .slice(colon + 1)
              .trim()
              .toLowerCase(),
          ],
        ]
  })
  return new Map(declarations)
}

/** What the style of an element adds to the look of its words. */
export function marksOf(style: ReadonlyMap<string, string>): Marks {
  const weight = style.get('font-weight') ?? ''
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const raised = style.get('vertical-align')
  const fg = colorOf(style.get('color'))
  const bg = colorOf(style.get('background-color'))
  return {
    ...((weight.startsWith('bold') || Number(weight) >= 600) && { b: true as const }),
    ...(/italic|oblique/.test(style.get('font-style') ?? '') && { i: true as const }),
    ...(line.includes('underline') && { u: true as const }),
    ...(line.includes('line-through') && { x: true as const }),
    ...(raised === 'sub' && { sub: true as const }),
    ...(raised === 'super' && { sup: true as const }),
    // Letters that are as bright as the paper would not be seen.
    ...(fg && !isPale(fg) && { fg }),
    ...(bg && { bg }),
  }
}

export function alignOf(style: ReadonlyMap<string, string>, isRtl = false): Align | undefined {
  const asked = style.get('text-align')
  if (asked === 'center' || asked === 'justify' || asked === 'end') return asked
  const far = isRtl ? 'left' : 'right'
  return asked === far ? 'end' : undefined
}

/** Points, of `120px`, `3cm` or `50%` of `whole`. */
export function lengthOf(text: string | undefined, whole: number): number | undefined {
  const [, number, unit = 'px'] = /^(\d+(?:\.\d+)?)\s*(px|pt|mm|cm|in|em|rem|%)?$/.exec(text?.trim() ?? '') ?? []
  if (number === undefined) return undefined
  const length = Number(number) * (unit === '%' ? whole / 100 : (POINTS[unit] ?? 0))
  return length > 0 && Number.isFinite(length) ? length : undefined
}

const POINTS: Readonly<Record<string, number>> = { px: 0.75, pt: 1, mm: 2.835, cm: 28.35, in: 72, em: 10, rem: 10 }

/** `#29aeb9`, of any colour that people commonly write; undefined for others. */
export function colorOf(text: string | undefined): string | undefined {
  if (!text) return undefined
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(text)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  if (/^#[\da-f]{6}$/.test(text)) return text
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(text)
  if (parts) {
    const [, red, green, blue, alpha] = parts
    if (alpha !== undefined && Number.parseFloat(alpha) === 0) return undefined
    return `#${[red, green, blue].map((part) => hex(Number(part))).join('')}`
  }
  const hsl = /^hsla?\(\s*(\d+)(?:deg)?[\s,]+(\d+)%[\s,]+(\d+)%/.exec(text)
  if (hsl) return ofHsl(Number(hsl[1]), Number(hsl[2]) / 100, Number(hsl[3]) / 100)
  return NAMES[text]
}

function hex(value: number): string {
  return Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, '0')
}

function ofHsl(hue: number, saturation: number, lightness: number): string {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return hex(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return `#${part(0)}${part(8)}${part(4)}`
}

function isPale(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.3 * red + 0.6 * green + 0.1 * blue > 215
}

const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000ff',
  brown: '#a52a2a',
  crimson: '#dc143c',
  cyan: '#00ffff',
  darkblue: '#00008b',
  darkgreen: '#006400',
  darkred: '#8b0000',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  indigo: '#4b0082',
  lightblue: '#add8e6',
  lightgray: '#d3d3d3',
  lightgreen: '#90ee90',
  lightgrey: '#d3d3d3',
  lightyellow: '#ffffe0',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  violet: '#ee82ee',
  yellow: '#ffff00',
}
