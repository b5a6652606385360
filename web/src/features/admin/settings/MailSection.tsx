import type { InstanceSettings } from '@aliquot/contract/config'
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { useSession } from '../../session/session.queries.ts'
import { configMessages } from './config.messages.ts'
import { useChangeSettings } from './config.queries.ts'
import { ChoiceRow, InstanceSection, SettingGroup, SwitchRow, TextRow } from './InstanceRows.tsx'
import { sendTestMail } from './mail.queries.ts'
import { mailSettingsMessages } from './mail-settings.messages.ts'

/** The address of the sender while e-mail is not set up. */
const NO_SENDER = 'notconfigured@example.com'

/** How the notebook sends e-mail. */
export function MailSection() {
  const { title, intro } = useMessages(mailSettingsMessages)
  return (
    <InstanceSection title={title} intro={intro}>
      {(settings) => <Settings settings={settings} />}
    </InstanceSection>
  )
}

function Settings({ settings }: { settings: InstanceSettings }) {
  const text = useMessages(mailSettingsMessages)
  const switched = (name: keyof typeof text.switches) => ({ name, words: text.switches[name], settings })
  const written = (name: keyof typeof text.written) => ({ name, words: text.written[name], settings })
  return (
    <>
      <SettingGroup title={text.server}>
        <TextRow none={NO_SENDER} {...written('mail_from')} />
        <TextRow {...written('smtp_address')} />
        <TextRow kind="number" {...written('smtp_port')} />
        <ChoiceRow
          name="smtp_encryption"
          words={{ label: text.encryption }}
          choices={text.encryptions}
          preset="ssl"
          settings={settings}
        />
        <SwitchRow {...switched('smtp_verify_cert')} />
        <TextRow {...written('smtp_username')} />
        <Password />
        <TestMail isSetUp={settings.mail_from !== NO_SENDER} />
      </SettingGroup>
      <SettingGroup title={text.messages}>
        <SwitchRow {...switched('email_send_grouped')} />
      </SettingGroup>
      <SettingGroup title={text.welcome} hint={text.welcomeHint}>
        <SwitchRow {...switched('onboarding_email_active')} />
        {settings.onboarding_email_active === '1' && (
          <>
            <TextRow {...written('onboarding_email_subject')} />
            <TextRow kind="lines" {...written('onboarding_email_body')} />
            <SwitchRow {...switched('onboarding_email_different_for_admins')} />
            {settings.onboarding_email_different_for_admins === '1' && (
              <>
                <TextRow {...written('onboarding_email_admins_subject')} />
                <TextRow kind="lines" {...written('onboarding_email_admins_body')} />
              </>
            )}
          </>
        )}
      </SettingGroup>
    </>
  )
}

/** The service never tells the stored one, so there is nothing to undo. */
function Password() {
  const text = useMessages(mailSettingsMessages)
  const { saved } = useMessages(configMessages)
  const { show, fail } = useToasts()
  const { mutateAsync, isPending } = useChangeSettings()
  const [typed, setTyped] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await mutateAsync({ change: { smtp_password: typed } })
      setTyped('')
      show({ message: saved(text.password) })
    } catch (error) {
      fail(error)
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <PasswordInput
          label={text.password}
          description={text.passwordHint}
          autoComplete="new-password"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed !== '' && (
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              {text.savePassword}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function TestMail({ isSetUp }: { isSetUp: boolean }) {
  const text = useMessages(mailSettingsMessages)
  const { email } = useSession()
  const { show, fail } = useToasts()
  const [address, setAddress] = useState(email)
  const test = useMutation({ mutationFn: sendTestMail })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    test.mutate(address, {
      onSuccess: (sent) => show({ message: sent > 0 ? text.testSent(address) : text.testOff }),
      onError: fail,
    })
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={text.testTo}
          description={text.testHint}
          type="email"
          required
          withAsterisk={false}
          flex={1}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={test.isPending} disabled={!isSetUp}>
          {text.test}
        </Button>
      </Group>
    </form>
  )
}
