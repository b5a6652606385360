import type { InstanceSettings } from '@aliquot/contract/config'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { ChoiceSetting, SwitchSetting, TextSetting } from '../../../ui/fields/SettingRows.tsx'
import { useSavedSetting } from '../../../ui/fields/use-saved-setting.ts'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../../ui/layout/Section.tsx'
import { htmlOfLines, linesOfHtml } from '../../../ui/words/plain-html.ts'
import { configMessages } from './config.messages.ts'
import { instanceSettings, type SettingsChange, useChangeSettings } from './config.queries.ts'

interface SectionProps {
  title: string
  intro: string
  children(settings: InstanceSettings): ReactNode
}

/** Settings of the instance, each saved at once. */
export function InstanceSection({ title, intro, children }: SectionProps) {
  const { data, error, refetch } = useQuery(instanceSettings())
  return (
    <Section title={title} intro={intro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={480} />}
      {data && children(data)}
    </Section>
  )
}

export function SettingGroup({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
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

interface RowProps {
  name: keyof InstanceSettings
  words: { label: string; hint?: string }
  settings: InstanceSettings
}

export function SwitchRow({ name, words, settings, isDisabled = false }: RowProps & { isDisabled?: boolean }) {
  const { setOrTell, saved } = useSettings()
  return (
    <SwitchSetting
      {...words}
      isOn={settings[name] === '1'}
      isDisabled={isDisabled}
      set={(is) => setOrTell({ [name]: is ? '1' : '0' }, { [name]: is ? '0' : '1' }, saved(words.label))}
    />
  )
}

interface TextRowProps extends RowProps {
  /** Lines are stored as HTML. */
  kind?: 'line' | 'lines' | 'number'
  /** What the service keeps for an empty field. */
  none?: string
}

export function TextRow({ name, words, settings, kind = 'line', none = '' }: TextRowProps) {
  const { set, saved } = useSettings()
  const before = settings[name] ?? ''
  const isHtml = kind === 'lines'
  const shown = before === none ? '' : before
  return (
    <TextSetting
      name={name}
      {...words}
      kind={kind}
      isRequired={kind === 'number'}
      value={isHtml ? linesOfHtml(before) : shown}
      save={(typed) => set({ [name]: isHtml ? htmlOfLines(typed) : typed }, { [name]: before }, saved(words.label))}
    />
  )
}

interface ChoiceRowProps extends RowProps {
  /** The words of each value. */
  choices: Record<string, string>
  preset: string
}

export function ChoiceRow({ name, words, settings, choices, preset }: ChoiceRowProps) {
  const { setOrTell, saved } = useSettings()
  const before = settings[name]
  return (
    <ChoiceSetting
      {...words}
      value={before ?? preset}
      choices={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      set={(value) => setOrTell({ [name]: value }, { [name]: before }, saved(words.label))}
    />
  )
}

function useSettings() {
  const { saved } = useMessages(configMessages)
  const { mutateAsync } = useChangeSettings()
  return { ...useSavedSetting<SettingsChange>(mutateAsync), saved }
}
