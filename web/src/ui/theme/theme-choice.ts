import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { themeMessages } from './theme-choice.messages.ts'

export const themes = ['light', 'dark', 'auto'] as const
export type ThemeName = (typeof themes)[number]

/** The chosen theme, the effective one, and how to change it. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const texts = useMessages(themeMessages)
  return { theme: colorScheme as ThemeName, isDark, texts, setTheme: (name: ThemeName) => setColorScheme(name) }
}
