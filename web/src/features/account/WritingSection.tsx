import type { User } from '@aliquot/contract/users'
import { NativeSelect, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { instanceInfo } from '../session/instance-info.queries.ts'
import { ownProfile } from '../session/own-profile.queries.ts'
import { accountMessages } from './account.messages.ts'
import { useChangeProfile } from './account.queries.ts'

/** Defaults of new entries. Each choice is saved at once. */
export function WritingSection() {
  const text = useMessages(accountMessages)
  const { data: profile, error, refetch } = useQuery(ownProfile())
  return (
    <Section title={text.sections.writing} intro={text.writingIntro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!profile && !error && <Skeleton height={180} />}
      {profile && <WritingForm profile={profile} />}
    </Section>
  )
}

const READ_LEVELS = [10, 20, 30, 40] as const
const WRITE_LEVELS = [10, 20, 30] as const

function WritingForm({ profile }: { profile: User }) {
  const text = useMessages(accountMessages)
  const { show, fail } = useToasts()
  const formatId = useId()
  const save = useChangeProfile()
  const set = (input: Parameters<typeof save.mutate>[0]) =>
    save.mutate(input, {
      onSuccess: () => show({ message: text.choiceSaved }),
      onError: fail,
    })
  // Shows a pending change already.
  const chosen = { ...profile, ...(save.isPending && save.variables) }
  const { data: info } = useQuery(instanceInfo())
  const options = (levels: readonly (keyof typeof text.levels)[], current: keyof typeof text.levels) => {
    const allowed = levels.filter((level) => info?.allowed_levels.includes(level) ?? true)
    return [...new Set([...allowed, current])].map((level) => ({ value: String(level), label: text.levels[level] }))
  }
  return (
    <Card>
      <Stack gap="lg">
        <div>
          <Text id={formatId} size="sm" fw={600} mb="2xs">
            {text.format}
          </Text>
          <SegmentedControl
            aria-labelledby={formatId}
            value={String(chosen.use_markdown)}
            onChange={(value) => set({ use_markdown: value === '1' ? 1 : 0 })}
            data={[
              { value: '0', label: text.richText },
              { value: '1', label: 'Markdown' },
            ]}
          />
        </div>
        <NativeSelect
          label={text.whoReads}
          data={options(READ_LEVELS, profile.default_read_base)}
          value={String(chosen.default_read_base)}
          onChange={(event) => set({ default_read_base: levelOf(event.currentTarget.value) })}
        />
        <NativeSelect
          label={text.whoWrites}
          data={options(WRITE_LEVELS, profile.default_write_base)}
          value={String(chosen.default_write_base)}
          onChange={(event) => set({ default_write_base: levelOf(event.currentTarget.value) })}
        />
      </Stack>
    </Card>
  )
}

function levelOf(text: string): User['default_read_base'] {
  return Number(text) as User['default_read_base']
}
