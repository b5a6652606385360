/** The suggested label colours: easy to tell apart, with names for screen readers. */
export const LABEL_COLORS = {
  red: 'c24f3d',
  orange: 'd9730d',
  yellow: 'dfab01',
  green: '54aa08',
  teal: '0f766e',
  cyan: '29aeb9',
  blue: '2b6cb0',
  indigo: '4c51bf',
  violet: '8b5cf6',
  pink: 'c2378a',
  brown: '8b5e34',
  gray: '6b7280',
} as const

export type LabelColor = keyof typeof LABEL_COLORS
