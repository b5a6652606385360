import { Button, Group, Stack, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import layout from '../../ui/layout/layout.module.css'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { themes, useTheme } from '../../ui/theme/theme-choice.ts'
import { ButtonSpecimens } from './ButtonSpecimens.tsx'
import { FieldSpecimens } from './FieldSpecimens.tsx'
import { forceStates } from './force-states.ts'
import { StateSpecimens } from './StateSpecimens.tsx'
import { TokenSpecimens } from './TokenSpecimens.tsx'

/**
 * `npm run dev` → /design: the tokens and the components of the page in all their states, for developers and for
 * `npm run screenshots`. It is not part of what users get, so its words are not translated.
 */
export function DesignPage() {
  usePageTitle('Design')
  const { setTheme } = useTheme()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const end = forceStates()
    setReady(true)
    return end
  }, [])
  return (
    <main className={layout.page} data-ready={isReady || undefined}>
      <Group justify="space-between" mb="lg">
        <Title order={1} size="h2">
          Design
        </Title>
        <Group gap="xs">
          {themes.map((theme) => (
            <Button key={theme} variant="default" onClick={() => setTheme(theme)}>
              {theme}
            </Button>
          ))}
        </Group>
      </Group>
      <Stack gap="2xl">
        <TokenSpecimens />
        <ButtonSpecimens />
        <FieldSpecimens />
        <StateSpecimens />
      </Stack>
    </main>
  )
}
