import type { Team } from '@aliquot/contract/teams'
import { Stack, Title } from '@mantine/core'
import { useMessages } from '../../../i18n/messages.tsx'
import { SwitchSetting, TextSetting } from '../../../ui/fields/SettingRows.tsx'
import { useSavedSetting } from '../../../ui/fields/use-saved-setting.ts'
import { Card } from '../../../ui/layout/Section.tsx'
import { htmlOfLines, linesOfHtml } from '../../../ui/words/plain-html.ts'
import { teamMessages } from '../team.messages.ts'
import { type TeamChange, useChangeTeam } from '../team-changes.queries.ts'
import { teamWelcomeMessages } from './team-welcome.messages.ts'

/** What people get by e-mail when they join the team. */
export function TeamWelcome({ record }: { record: Team }) {
  const text = useMessages(teamWelcomeMessages)
  const { settingSaved } = useMessages(teamMessages)
  const { mutateAsync } = useChangeTeam()
  const { set, setOrTell } = useSavedSetting<TeamChange>(mutateAsync)
  const { onboarding_email_active: isOn, onboarding_email_subject: subject, onboarding_email_body: body } = record
  return (
    <Card>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {text.title}
        </Title>
        <SwitchSetting
          label={text.active}
          hint={text.hint}
          isOn={isOn === 1}
          set={(is) =>
            setOrTell(
              { onboarding_email_active: is ? 1 : 0 },
              { onboarding_email_active: isOn },
              settingSaved(text.active),
            )
          }
        />
        {isOn === 1 && (
          <>
            <TextSetting
              name="onboarding_email_subject"
              label={text.subject}
              value={linesOfHtml(subject ?? '')}
              save={(words) =>
                set(
                  { onboarding_email_subject: htmlOfLines(words) },
                  { onboarding_email_subject: subject ?? '' },
                  settingSaved(text.subject),
                )
              }
            />
            <TextSetting
              name="onboarding_email_body"
              kind="lines"
              label={text.body}
              value={linesOfHtml(body ?? '')}
              save={(words) =>
                set(
                  { onboarding_email_body: htmlOfLines(words) },
                  { onboarding_email_body: body ?? '' },
                  settingSaved(text.body),
                )
              }
            />
          </>
        )}
      </Stack>
    </Card>
  )
}
