import type { ReadTeam, Team } from '@aliquot/contract/teams'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { SwitchSetting, TextSetting } from '../../ui/fields/SettingRows.tsx'
import { useSavedSetting } from '../../ui/fields/use-saved-setting.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { htmlOfLines, linesOfHtml } from '../../ui/words/plain-html.ts'
import { currentTeam } from '../session/current-team.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { TeamRoom } from './TeamRoom.tsx'
import { teamMessages } from './team.messages.ts'
import { type TeamChange, useChangeTeam } from './team-changes.queries.ts'
import { teamRoomMessages } from './team-room.messages.ts'
import { TeamWelcome } from './welcome/TeamWelcome.tsx'

/** The settings of a team, for its admins. Each choice is saved at once. */
export function SettingsSection() {
  const text = useMessages(teamMessages)
  const { team } = useSession()
  const { data: record, error, refetch } = useQuery({ ...currentTeam(), refetchOnMount: 'always' })
  // Right after a switch, the cached team is the previous one.
  const data = record?.id === team ? record : undefined
  return (
    <Section title={text.sections.settings} intro={text.settingsIntro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={320} />}
      {data && <Settings record={data} />}
    </Section>
  )
}

const CREATING = ['users_canwrite_experiments', 'users_canwrite_resources'] as const
const TEMPLATES = [
  'users_canwrite_experiments_templates',
  'users_canwrite_resources_templates',
  'force_exp_tpl',
  'force_res_tpl',
] as const
const SORTING = [
  'user_create_tag',
  'users_canwrite_experiments_categories',
  'users_canwrite_experiments_status',
  'users_canwrite_resources_categories',
  'users_canwrite_resources_status',
] as const
const FIELDS = ['enforce_required_fields'] as const
const HISTORY = ['require_change_reason'] as const

type TeamSwitch = (typeof CREATING | typeof TEMPLATES | typeof SORTING | typeof FIELDS | typeof HISTORY)[number]

const GROUPS = { creating: CREATING, templates: TEMPLATES, sorting: SORTING, fields: FIELDS, history: HISTORY } as const

function Settings({ record }: { record: ReadTeam }) {
  const text = useMessages(teamMessages)
  const { mutateAsync } = useChangeTeam()
  const { set } = useSavedSetting<TeamChange>(mutateAsync)
  return (
    <>
      <Card>
        <Stack>
          <TextSetting
            name="name"
            label={text.teamName}
            value={record.name}
            isRequired
            save={(name) => set({ name }, { name: record.name }, text.settingSaved(text.teamName))}
          />
          <TextSetting
            name="announcement"
            kind="lines"
            label={text.announcement}
            hint={text.announcementHint}
            value={linesOfHtml(record.announcement ?? '')}
            save={(words) =>
              set(
                { announcement: htmlOfLines(words) },
                { announcement: record.announcement ?? '' },
                text.settingSaved(text.announcement),
              )
            }
          />
        </Stack>
      </Card>
      {Object.entries(GROUPS).map(([group, names]) => (
        <Card key={group}>
          <Stack gap="sm">
            <Title order={3} size="h5">
              {text.settingGroups[group as keyof typeof GROUPS]}
            </Title>
            {names.map((name) => (
              <TeamSwitchSetting key={name} name={name} record={record} />
            ))}
          </Stack>
        </Card>
      ))}
      <TeamWelcome record={record} />
      {record.files_bytes !== undefined && <Room record={record} />}
    </>
  )
}

function Room({ record }: { record: ReadTeam }) {
  const text = useMessages(teamRoomMessages)
  return (
    <Card>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {text.title}
        </Title>
        <Text size="sm">
          <TeamRoom team={record} />
        </Text>
        <Text size="xs" c="var(--quiet)">
          {record.files_limit ? text.limited : text.unlimited}
        </Text>
      </Stack>
    </Card>
  )
}

function TeamSwitchSetting({ name, record }: { name: TeamSwitch; record: Team }) {
  const text = useMessages(teamMessages)
  const { mutateAsync } = useChangeTeam()
  const { setOrTell } = useSavedSetting<TeamChange>(mutateAsync)
  const { label, hint } = text.settings[name]
  return (
    <SwitchSetting
      label={label}
      hint={hint}
      isOn={record[name] === 1}
      set={(is) => setOrTell({ [name]: is ? 1 : 0 }, { [name]: is ? 0 : 1 }, text.settingSaved(label))}
    />
  )
}
