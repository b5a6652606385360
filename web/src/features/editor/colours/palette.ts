export const COLOUR_NAMES = ['grey', 'red', 'orange', 'green', 'blue', 'purple'] as const
export type ColourName = (typeof COLOUR_NAMES)[number]

/** A colour as it is stored, for light paper, and the one that stands for it in the dark: see text-colours.css. */
interface Shades {
  stored: string
  dark: string
}

export const TEXT_COLOURS: Record<ColourName, Shades> = {
  grey: { stored: '#5c636a', dark: '#adb5bd' },
  red: { stored: '#c92a2a', dark: '#ff8787' },
  orange: { stored: '#b34700', dark: '#ffa94d' },
  green: { stored: '#237032', dark: '#69db7c' },
  blue: { stored: '#1864ab', dark: '#74c0fc' },
  purple: { stored: '#862e9c', dark: '#e599f7' },
}

/** Yellow is the usual one, and stored as `<mark>`. */
export const HIGHLIGHTS: Record<ColourName, Shades> = {
  grey: { stored: '#e9ecef', dark: '#4a4d50' },
  red: { stored: '#ffe3e3', dark: '#6b2626' },
  orange: { stored: '#ffe8cc', dark: '#663d0e' },
  green: { stored: '#d3f9d8', dark: '#1f4d29' },
  blue: { stored: '#d0ebff', dark: '#174a73' },
  purple: { stored: '#f3d9fa', dark: '#572463' },
}
