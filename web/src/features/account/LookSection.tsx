import { Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useLanguageChoice } from '../../ui/language-choice.ts'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { type ThemeName, themes, useTheme } from '../../ui/theme/theme-choice.ts'
import { accountMessages } from './account.messages.ts'
import { KeepEntries } from './KeepEntries.tsx'
import classes from './LookSection.module.css'

const icons = { light: Sun, dark: Moon, auto: Monitor } as const

export function LookSection() {
  const text = useMessages(accountMessages)
  const { theme, texts: themeMessages, setTheme } = useTheme()
  const { language, languages, choose } = useLanguageChoice()
  const languageId = useId()
  return (
    <Section title={text.sections.look} intro={text.lookIntro}>
      <Card>
        <Stack gap="lg">
          <Radio.Group label={themeMessages.title} value={theme} onChange={(name) => setTheme(name as ThemeName)}>
            <div className={classes.themes}>
              {themes.map((name) => {
                const Icon = icons[name]
                return (
                  <Radio.Card key={name} value={name} className={classes.theme} aria-label={themeMessages[name]}>
                    <Radio.Indicator />
                    <Icon size={18} aria-hidden />
                    {themeMessages[name]}
                  </Radio.Card>
                )
              })}
            </div>
          </Radio.Group>
          <div>
            <Text id={languageId} size="sm" fw={600} mb="2xs">
              {text.language}
            </Text>
            <SegmentedControl
              aria-labelledby={languageId}
              value={language}
              onChange={choose}
              data={languages.map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
            />
          </div>
          <KeepEntries />
        </Stack>
      </Card>
    </Section>
  )
}
