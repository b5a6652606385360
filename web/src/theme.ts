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
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    Modal: { styles: { title: { fontWeight: 650 } } },
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
