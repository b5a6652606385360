import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'

/** A muted blue-green, only for actions and selected items. */
const aliquot: MantineColorsTuple = [
  '#e8f6f5',
  '#d3ebe9',
  '#a7d6d2',
  '#77c0ba',
  '#50aea6',
  '#37a39a',
  '#0f766e',
  '#0b6b64',
  '#075e57',
  '#024f49',
]

export const theme = createTheme({
  colors: { aliquot },
  primaryColor: 'aliquot',
  primaryShade: { light: 6, dark: 4 },
  // Space 4 · 8 · 12 · 16 · 24 · 32 · 48 and type 12 · 14 · 16 · 20 · 28, in pixels at the usual size of letters.
  spacing: { '2xs': '0.25rem', xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem', '2xl': '3rem' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.3' },
      h2: { fontSize: '1.75rem', lineHeight: '1.3' },
      h3: { fontSize: '1.25rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5' },
      h6: { fontSize: '0.75rem', lineHeight: '1.5' },
    },
  },
  components: {
    Modal: { styles: { title: { fontWeight: 600 } } },
    // Two arrows of half a line are too small to be hit; the arrow keys do the same.
    NumberInput: { defaultProps: { hideControls: true } },
    // Left alone, the dot in the knob reads as 0.
    Switch: { defaultProps: { withThumbIndicator: false } },
    // On a page of the same colour the thin border alone does not set it off.
    Popover: { defaultProps: { shadow: 'md' } },
  },
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input)
    // By default, Mantine chooses the text on the main colour for the light theme, even in the dark one.
    const isMain = input.color === undefined || input.color === 'aliquot'
    return input.variant === 'filled' && isMain ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors
  },
})
