import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/Brand.tsx'
import { useLanguageChoice } from '../../ui/language-choice.ts'
import { useTheme } from '../../ui/theme/theme-choice.ts'
import classes from './OutsidePage.module.css'

/** The layout of pages without a sign-in: one card, theme and language. */
export function OutsidePage({ title, intro, children }: { title: string; intro: string; children?: ReactNode }) {
  return (
    <div className={classes.page}>
      <main className={classes.card}>
        <Stack gap="lg">
          <Brand />
          <div>
            <Title order={1} size="h3">
              {title}
            </Title>
            <Text c="var(--quiet)" mt="2xs">
              {intro}
            </Text>
          </div>
          {children}
        </Stack>
      </main>
      <Look />
    </div>
  )
}

/** An error, announced to screen readers at once. */
export function Problem({ children }: { children: string | undefined }) {
  return (
    <div role="alert">
      {children !== undefined && (
        <Alert color="red" variant="light" p="sm">
          {children}
        </Alert>
      )}
    </div>
  )
}

function Look() {
  const { language, languages, choose } = useLanguageChoice()
  const { isDark, texts, setTheme } = useTheme()
  return (
    <Group component="footer" gap="xs" justify="center">
      {languages.map(({ code, name }) => (
        <Button
          key={code}
          size="compact-sm"
          variant="subtle"
          color="gray"
          c={code === language ? undefined : 'var(--quiet)'}
          aria-pressed={code === language}
          lang={code}
          onClick={() => choose(code)}
        >
          {name}
        </Button>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        c="var(--quiet)"
        leftSection={isDark ? <Sun size={14} aria-hidden /> : <Moon size={14} aria-hidden />}
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? texts.light : texts.dark}
      </Button>
    </Group>
  )
}
