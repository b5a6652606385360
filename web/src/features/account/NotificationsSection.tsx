import type { User } from '@aliquot/contract/users'
import { NativeSelect, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ownProfile } from '../session/own-profile.queries.ts'
import { accountMessages } from './account.messages.ts'
import { useChangeProfile } from './account.queries.ts'
import { notificationSettingsMessages } from './notification-settings.messages.ts'

type Words = (typeof notificationSettingsMessages)['english']
type Kind = keyof Words['kinds']
type When = keyof Words['times']

/** What people are told, on the page and by e-mail. Each choice is saved at once. */
export function NotificationsSection() {
  const { sections } = useMessages(accountMessages)
  const text = useMessages(notificationSettingsMessages)
  const { data: profile, error, refetch } = useQuery(ownProfile())
  return (
    <Section title={sections.notifications} intro={text.intro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!profile && !error && <Skeleton height={480} />}
      {profile && <Choices profile={profile} />}
    </Section>
  )
}

const LANGUAGES = [
  { value: 'en_GB', label: 'English' },
  { value: 'fr_FR', label: 'Français' },
  { value: 'de_DE', label: 'Deutsch' },
]

function Choices({ profile }: { profile: User }) {
  const text = useMessages(notificationSettingsMessages)
  const { show, fail } = useToasts()
  const save = useChangeProfile()
  const set = (input: Parameters<typeof save.mutate>[0]) =>
    save.mutate(input, { onSuccess: () => show({ message: text.saved }), onError: fail })
  // Shows a pending change already.
  const chosen = { ...profile, ...(save.isPending && save.variables) } as User
  const kinds = Object.keys(text.kinds) as Kind[]
  const language = LANGUAGES.find(({ value }) => value.slice(0, 2) === chosen.lang.slice(0, 2))
  return (
    <>
      {kinds.map((kind) => (
        <Card key={kind}>
          <Stack gap="sm">
            <div>
              <Title order={3} size="h5">
                {text.kinds[kind].label}
              </Title>
              <Text size="sm" c="var(--quiet)">
                {text.kinds[kind].hint}
              </Text>
            </div>
            <Switch
              label={text.onPage}
              aria-label={text.onPageOf(text.kinds[kind].label)}
              checked={chosen[`notif_${kind}`] === 1}
              onChange={(event) => set({ [`notif_${kind}`]: event.currentTarget.checked ? 1 : 0 })}
            />
            <NativeSelect
              label={text.byMail}
              aria-label={text.byMailOf(text.kinds[kind].label)}
              data={Object.entries(text.times).map(([value, label]) => ({ value, label }))}
              value={whenOf(chosen, kind)}
              onChange={(event) => set(mailWish(kind, event.currentTarget.value as When))}
            />
          </Stack>
        </Card>
      ))}
      <Card>
        <NativeSelect
          label={text.language}
          data={LANGUAGES}
          value={language?.value ?? 'en_GB'}
          onChange={(event) => set({ lang: event.currentTarget.value })}
        />
      </Card>
    </>
  )
}

function whenOf(chosen: User, kind: Kind): When {
  return chosen[`notif_${kind}_email`] === 1 ? chosen[`notif_${kind}_email_when`] : 'never'
}

function mailWish(kind: Kind, when: When) {
  if (when === 'never') return { [`notif_${kind}_email`]: 0 }
  return { [`notif_${kind}_email`]: 1, [`notif_${kind}_email_when`]: when }
}
