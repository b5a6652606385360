import { Anchor, Box, Button, Group, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Keyboard, KeyRound, Plus, Search } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { Keys } from '../../ui/keys/Keys.tsx'
import classes from '../../ui/layout/panels.module.css'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { useNewEntry } from '../new-entry/use-new-entry.ts'
import { dashboardMessages } from './dashboard.messages.ts'

const SampleOffer = onDemand(async () => (await import('../sample-notebook/SampleNotebook.tsx')).SampleOffer)

/** Suggestions for a person who has written nothing yet. */
export function FirstSteps({ isEmpty }: { isEmpty: boolean }) {
  const text = useMessages(dashboardMessages)
  const { create, isPending } = useNewEntry('experiments')
  return (
    <section className={classes.first}>
      {isEmpty && (
        <Title order={2} size="h4">
          {text.emptyTitle}
        </Title>
      )}
      <Text c="var(--quiet)" maw="34rem">
        {isEmpty ? text.emptyHint : text.noRecent}
      </Text>
      <Button size="md" leftSection={<Plus size={18} aria-hidden />} onClick={create} loading={isPending}>
        {text.emptyCreate}
      </Button>
      <Group gap="xs" visibleFrom="sm" className="keyboard-only">
        <Text size="sm" c="var(--quiet)">
          {text.emptyKey}
        </Text>
        <Keys of="c" />
      </Group>
      {isEmpty && <SampleOffer />}
      {isEmpty && (
        <div className={classes.steps}>
          <Box className={`${classes.step} keyboard-only`} visibleFrom="sm">
            <Search size={20} aria-hidden />
            <Text fw={600} size="sm">
              {text.teachPalette}
            </Text>
            <Text size="sm" c="var(--quiet)">
              {text.teachPaletteHint}
            </Text>
            <Keys of="mod+k" />
          </Box>
          <Box className={`${classes.step} keyboard-only`} visibleFrom="sm">
            <Keyboard size={20} aria-hidden />
            <Text fw={600} size="sm">
              {text.teachShortcuts}
            </Text>
            <Text size="sm" c="var(--quiet)">
              {text.teachShortcutsHint}
            </Text>
            <Keys of="?" />
          </Box>
          <div className={classes.step}>
            <KeyRound size={20} aria-hidden />
            <Anchor component={Link} to="/account/keys" fw={600} size="sm">
              {text.teachKeys}
            </Anchor>
            <Text size="sm" c="var(--quiet)">
              {text.teachKeysHint}
            </Text>
          </div>
        </div>
      )}
    </section>
  )
}
