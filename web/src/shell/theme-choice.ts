import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useTexts } from '../i18n/text.tsx'
import { themeTexts } from './theme-choice.text.ts'

export const themes = ['light', 'dark', 'auto'] as const
export type ThemeName = (typeof themes)[number]

/** The look that was chosen, what it amounts to now, and how to choose another. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const texts = useTexts(themeTexts)
  return { theme: colorScheme as ThemeName, isDark, texts, setTheme: (name: ThemeName) => setColorScheme(name) }
}
