import { useMemo } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import type { Command } from '../../ui/keys/commands.ts'
import { useLanguageChoice } from '../../ui/language-choice.ts'
import { themes, useTheme } from '../../ui/theme/theme-choice.ts'
import { shellMessages } from '../shell.messages.ts'

/** The other themes and languages. Only the palette offers them, so they load with it. */
export function useLookCommands(): Command[] {
  const text = useMessages(shellMessages)
  const { theme, texts, setTheme } = useTheme()
  const { language, languages, choose } = useLanguageChoice()
  // The rest is the same for the same theme and language.
  return useMemo(() => {
    const looks = themes
      .filter((name) => name !== theme)
      .map((name) => ({
        id: `theme-${name}`,
        label: text.themeTo(texts[name]),
        group: text.look,
        run: () => setTheme(name),
      }))
    const tongues = languages
      .filter(({ code }) => code !== language)
      .map(({ code, name }) => ({
        id: `language-${code}`,
        label: text.languageTo(name),
        group: text.look,
        words: 'language langue',
        run: () => choose(code),
      }))
    return [...looks, ...tongues]
  }, [text, theme, language])
}
