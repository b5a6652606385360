import type { User } from '@aliquot/contract/users'
import { NativeSelect, Skeleton, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ownProfile } from '../session/own-profile.queries.ts'
import { accountMessages } from './account.messages.ts'
import { useChangeProfile } from './account.queries.ts'
import { paperSettingsMessages } from './paper-settings.messages.ts'

/** How PDFs of entries are made. Each choice is saved at once. */
export function PaperSection() {
  const { sections } = useMessages(accountMessages)
  const text = useMessages(paperSettingsMessages)
  const { data: profile, error, refetch } = useQuery(ownProfile())
  return (
    <Section title={sections.paper} intro={text.intro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!profile && !error && <Skeleton height={240} />}
      {profile && <Choices profile={profile} />}
    </Section>
  )
}

function Choices({ profile }: { profile: User }) {
  const text = useMessages(paperSettingsMessages)
  const { show, fail } = useToasts()
  const save = useChangeProfile()
  const set = (input: Parameters<typeof save.mutate>[0]) =>
    save.mutate(input, { onSuccess: () => show({ message: text.saved }), onError: fail })
  // Shows a pending change already.
  const chosen = { ...profile, ...(save.isPending && save.variables) } as User
  const switches = [
    { name: 'inc_files_pdf', label: text.files, hint: text.filesHint },
    { name: 'append_pdfs', label: text.append, hint: text.appendHint },
    { name: 'pdf_sig', label: text.sign, hint: text.signHint },
  ] as const
  return (
    <Card>
      <Stack gap="lg">
        <NativeSelect
          label={text.size}
          data={Object.entries(text.sizes).map(([value, label]) => ({ value, label }))}
          value={chosen.pdf_format}
          onChange={(event) => set({ pdf_format: event.currentTarget.value as keyof typeof text.sizes })}
        />
        {switches.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            description={hint}
            checked={chosen[name] === 1}
            onChange={(event) => set({ [name]: event.currentTarget.checked ? 1 : 0 })}
          />
        ))}
      </Stack>
    </Card>
  )
}
