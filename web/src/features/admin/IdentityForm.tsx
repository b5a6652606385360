import type { ListedUser, User } from '@aliquot/contract/users'
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { storedFields } from '../../api/if-unchanged.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { DateField } from '../../ui/time/DateField.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { Problem } from '../session/OutsidePage.tsx'
import { peopleMessages } from '../team/people.messages.ts'
import { usePatchPerson } from '../team/people.queries.ts'
import { adminMessages } from './admin.messages.ts'

const FIELDS = ['firstname', 'lastname', 'email', 'valid_until'] as const
type Field = (typeof FIELDS)[number]
type Identity = Record<Field, string>

/** The service's value for "no end". */
const NO_END = '3000-01-01'

/** The name, e-mail address and last day of an account. */
export function IdentityForm({ person }: { person: ListedUser }) {
  const text = useMessages(adminMessages)
  const team = useMessages(peopleMessages)
  const common = useMessages(commonMessages)
  const { show } = useToasts()
  const save = usePatchPerson()
  const before = identityOf(person)
  const [fields, setFields] = useState(before)
  const problem = useFormProblem(save.error, FIELDS)
  const changed = FIELDS.filter((name) => fields[name] !== before[name])
  const bind = (name: Field) => ({
    name,
    value: fields[name],
    error: problem.of(name),
    autoComplete: 'off',
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setFields((all) => ({ ...all, [name]: value }))
    },
  })
  const required = { required: true, withAsterisk: false }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const pick = (from: Identity) => Object.fromEntries(changed.map((name) => [name, from[name]]))
    // No preview: the service may refuse an e-mail address that belongs to somebody else.
    const change = (values: object) => ({ person, body: values, preview: {} })
    const onSuccess = ({ data }: { data: User }) => {
      const left = storedFields(data, pick(fields))
      const undo = async () => {
        await save.mutateAsync({ ...change(pick(before)), left })
        setFields(before)
      }
      show({ message: text.accountSaved, undo })
    }
    save.mutate(change(pick(fields)), { onSuccess })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label={team.firstname} {...required} {...bind('firstname')} />
          <TextInput label={team.lastname} {...required} {...bind('lastname')} />
        </SimpleGrid>
        <TextInput label={team.email} description={text.emailHint} type="email" {...required} {...bind('email')} />
        <DateField label={text.validUntil} description={text.validUntilHint} {...bind('valid_until')} />
        <Problem>{problem.rest}</Problem>
        <Group justify="flex-end">
          <Button type="submit" disabled={changed.length === 0} loading={save.isPending}>
            {common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function identityOf({ firstname, lastname, email, valid_until }: ListedUser): Identity {
  const end = valid_until && valid_until !== NO_END ? valid_until : ''
  return { firstname, lastname, email, valid_until: end }
}
