import type { User } from '@aliquot/contract/users'
import { Button, Group, SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import { Card, Section } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { Problem } from '../session/OutsidePage.tsx'
import { ownProfile } from '../session/own-profile.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { accountMessages } from './account.messages.ts'
import { useChangeProfile } from './account.queries.ts'

export function ProfileSection() {
  const text = useMessages(accountMessages)
  const { data: profile, error, refetch } = useQuery(ownProfile())
  return (
    <Section title={text.sections.profile} intro={text.profileIntro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!profile && !error && <Skeleton height={240} />}
      {profile && <ProfileForm key={profile.userid} profile={profile} />}
    </Section>
  )
}

const FIELDS = ['firstname', 'lastname', 'email', 'orcid'] as const
type Field = (typeof FIELDS)[number]

function ProfileForm({ profile }: { profile: User }) {
  const text = useMessages(accountMessages)
  const { show } = useToasts()
  const save = useChangeProfile()
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const shownOf = (name: Field) => typed[name] ?? profile[name] ?? ''
  const changed = FIELDS.filter((name) => shownOf(name) !== (profile[name] ?? ''))
  const problem = useFormProblem(save.error, FIELDS)
  const bind = (name: Field) => ({
    name,
    value: shownOf(name),
    error: problem.of(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [name]: value }))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(Object.fromEntries(changed.map((name) => [name, shownOf(name).trim()])), {
      onSuccess: () => {
        setTyped({})
        show({ message: text.profileSaved })
      },
    })
  }
  // Names appear under entries, so people could otherwise sign as somebody else.
  const isFixed = useSession().can_change_identity !== 1
  const look = isFixed ? ({ readOnly: true, variant: 'filled' } as const) : {}
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label={text.firstname} autoComplete="given-name" {...look} {...bind('firstname')} />
            <TextInput label={text.lastname} autoComplete="family-name" {...look} {...bind('lastname')} />
          </SimpleGrid>
          <TextInput
            label={text.email}
            type="email"
            autoComplete="email"
            description={isFixed ? text.askSysadmin : text.emailHint}
            {...look}
            {...bind('email')}
          />
          <TextInput
            label="ORCID"
            description={text.orcidHint}
            placeholder="0000-0002-1825-0097"
            autoComplete="off"
            {...bind('orcid')}
          />
          <Problem>{problem.rest}</Problem>
          <Group justify="flex-end">
            <Button type="submit" disabled={changed.length === 0} loading={save.isPending}>
              {text.saveProfile}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
