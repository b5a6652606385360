import { MantineProvider, Switch } from '@mantine/core'
import { expect, test } from 'vitest'
import { showPage } from '../test/page.tsx'
import { theme } from './theme.ts'

test('the knob of a switch has no dot, which would read as 0', async () => {
  showPage(
    <MantineProvider theme={theme}>
      <Switch label="Approved" />
    </MantineProvider>,
  )
  const knob = () => document.querySelector('.mantine-Switch-thumb')
  await expect.poll(knob).not.toBeNull()
  expect(knob()?.hasAttribute('data-with-thumb-indicator')).toBe(false)
  expect(document.querySelector('[data-with-thumb-indicator]')).toBeNull()
})
