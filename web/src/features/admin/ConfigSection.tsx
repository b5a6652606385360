import type { InstanceSettings } from '@aliquot/contract/config'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ChoiceSetting, SwitchSetting, TextSetting } from '../../ui/fields/SettingRows.tsx'
import { useSavedSetting } from '../../ui/fields/use-saved-setting.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { htmlOfLines, linesOfHtml } from '../../ui/words/plain-html.ts'
import { configMessages } from './config.messages.ts'
import { instanceSettings, type SettingsChange, useChangeSettings } from './config.queries.ts'

type Messages = (typeof configMessages)['english']

const ANNOUNCEMENTS = ['announcement', 'login_announcement'] as const
const LEVELS = [
  'allow_permission_useronly',
  'allow_permission_user',
  'allow_permission_team',
  'allow_permission_organization',
  'allow_permission_full',
] as const
const ADMINS = ['admins_create_users', 'admins_import_users', 'admins_archive_users'] as const
const PEOPLE = ['allow_users_change_identity', 'anon_users'] as const
const SESSIONS = ['cookie_validity_time', 'autologout_time'] as const

/** The settings of the instance that have an effect. Each choice is saved at once. */
export function ConfigSection() {
  const text = useMessages(configMessages)
  const { data, error, refetch } = useQuery(instanceSettings())
  return (
    <Section title={text.title} intro={text.intro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {data && <Settings settings={data} />}
    </Section>
  )
}

function Settings({ settings }: { settings: InstanceSettings }) {
  const text = useMessages(configMessages)
  const props = { settings }
  const allowed = LEVELS.filter((name) => settings[name] === '1')
  return (
    <>
      <Group title={text.groups.announcements}>
        {ANNOUNCEMENTS.map((name) => (
          <TextOf key={name} name={name} kind="lines" {...props} />
        ))}
      </Group>
      <Group title={text.groups.levels} hint={text.levelsHint}>
        {LEVELS.map((name) => (
          // One must stay, or nobody could share anything.
          <SwitchOf key={name} name={name} isDisabled={allowed.length === 1 && allowed[0] === name} {...props} />
        ))}
      </Group>
      <Group title={text.groups.accounts}>
        {[...ADMINS, ...PEOPLE].map((name) => (
          <SwitchOf key={name} name={name} {...props} />
        ))}
        <TextOf name="email_domain" {...props} />
      </Group>
      <Group title={text.groups.passwords}>
        <TextOf name="min_password_length" kind="number" {...props} />
        <Complexity {...props} />
      </Group>
      <Group title={text.groups.sessions}>
        {SESSIONS.map((name) => (
          <TextOf key={name} name={name} kind="number" {...props} />
        ))}
      </Group>
    </>
  )
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Card>
      <Stack gap="sm">
        <div>
          <Title order={3} size="h5">
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="var(--quiet)">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  )
}

interface SettingProps<Name> {
  name: Name
  settings: InstanceSettings
}

function SwitchOf({
  name,
  settings,
  isDisabled = false,
}: SettingProps<keyof Messages['switches']> & { isDisabled?: boolean }) {
  const text = useMessages(configMessages)
  const { setOrTell } = useSettings()
  const { label, hint } = text.switches[name]
  return (
    <SwitchSetting
      label={label}
      {...(hint && { hint })}
      isOn={settings[name] === '1'}
      isDisabled={isDisabled}
      set={(is) => setOrTell({ [name]: is ? '1' : '0' }, { [name]: is ? '0' : '1' }, text.saved(label))}
    />
  )
}

function TextOf({
  name,
  settings,
  kind = 'line',
}: SettingProps<keyof Messages['written']> & { kind?: 'line' | 'lines' | 'number' }) {
  const text = useMessages(configMessages)
  const { set } = useSettings()
  const { label, hint } = text.written[name]
  const before = settings[name]
  // Announcements are stored as HTML but edited as lines.
  const isHtml = kind === 'lines'
  return (
    <TextSetting
      name={name}
      label={label}
      hint={hint}
      kind={kind}
      isRequired={kind === 'number'}
      value={isHtml ? linesOfHtml(before ?? '') : (before ?? '')}
      save={(typed) =>
        set({ [name]: isHtml ? htmlOfLines(typed) : typed }, { [name]: before ?? '' }, text.saved(label))
      }
    />
  )
}

function Complexity({ settings }: { settings: InstanceSettings }) {
  const text = useMessages(configMessages)
  const { setOrTell } = useSettings()
  const name = 'password_complexity_requirement'
  const before = settings[name]
  return (
    <ChoiceSetting
      label={text.complexity}
      hint={text.complexityHint}
      value={before ?? '0'}
      choices={Object.entries(text.complexities).map(([value, label]) => ({ value, label }))}
      set={(value) => setOrTell({ [name]: value }, { [name]: before }, text.saved(text.complexity))}
    />
  )
}

function useSettings() {
  const { mutateAsync } = useChangeSettings()
  return useSavedSetting<SettingsChange>(mutateAsync)
}
