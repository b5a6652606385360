import type { InstanceSettings } from '@aliquot/contract/config'
import { useMessages } from '../../../i18n/messages.tsx'
import { configMessages } from './config.messages.ts'
import { ChoiceRow, InstanceSection, SettingGroup, SwitchRow, TextRow } from './InstanceRows.tsx'

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

/** The settings of the instance that have an effect. */
export function ConfigSection() {
  const { title, intro } = useMessages(configMessages)
  return (
    <InstanceSection title={title} intro={intro}>
      {(settings) => <Settings settings={settings} />}
    </InstanceSection>
  )
}

function Settings({ settings }: { settings: InstanceSettings }) {
  const text = useMessages(configMessages)
  const allowed = LEVELS.filter((name) => settings[name] === '1')
  const switched = (name: keyof typeof text.switches) => ({ name, words: text.switches[name], settings })
  const written = (name: keyof typeof text.written) => ({ name, words: text.written[name], settings })
  return (
    <>
      <SettingGroup title={text.groups.announcements}>
        {ANNOUNCEMENTS.map((name) => (
          <TextRow key={name} kind="lines" {...written(name)} />
        ))}
      </SettingGroup>
      <SettingGroup title={text.groups.levels} hint={text.levelsHint}>
        {LEVELS.map((name) => (
          // One must stay, or nobody could share anything.
          <SwitchRow key={name} isDisabled={allowed.length === 1 && allowed[0] === name} {...switched(name)} />
        ))}
      </SettingGroup>
      <SettingGroup title={text.groups.accounts}>
        {[...ADMINS, ...PEOPLE].map((name) => (
          <SwitchRow key={name} {...switched(name)} />
        ))}
        <TextRow {...written('email_domain')} />
      </SettingGroup>
      <SettingGroup title={text.groups.passwords}>
        <TextRow kind="number" {...written('min_password_length')} />
        <ChoiceRow
          name="password_complexity_requirement"
          words={{ label: text.complexity, hint: text.complexityHint }}
          choices={text.complexities}
          preset="0"
          settings={settings}
        />
      </SettingGroup>
      <SettingGroup title={text.groups.sessions}>
        {SESSIONS.map((name) => (
          <TextRow key={name} kind="number" {...written(name)} />
        ))}
      </SettingGroup>
    </>
  )
}
