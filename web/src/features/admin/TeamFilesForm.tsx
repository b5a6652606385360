import type { ListedTeam, ReadTeam } from '@aliquot/contract/teams'
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { useLimitFiles } from './admin.queries.ts'

/** The storage limit of a team, as people write sizes. */
export function TeamFilesForm({ team: { id, name, files_quota = null }, close }: { team: ListedTeam; close(): void }) {
  const text = useMessages(adminMessages)
  const common = useMessages(commonMessages)
  const { show } = useToasts()
  const before = files_quota === null ? '' : sizeToType(files_quota)
  const [typed, setTyped] = useState(before)
  const { mutateAsync, mutate, error, isPending } = useLimitFiles()
  const problem = useFormProblem(error, ['files_quota'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = ({ data }: { data: ReadTeam }) => {
      const back = { id, limit: files_quota ?? '', left: { files_quota: data.files_quota } }
      show({ message: text.limitSaved(name), undo: async () => void (await mutateAsync(back)) })
      close()
    }
    mutate({ id, limit: typed.trim() }, { onSuccess })
  }
  return (
    <form onSubmit={submit} className={classes.limit}>
      <TextInput
        label={text.limit}
        description={text.limitHint}
        autoFocus
        autoComplete="off"
        value={typed}
        error={problem.of('files_quota') ?? problem.rest}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && close()}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={isPending}>
          {common.save}
        </Button>
      </Group>
    </form>
  )
}

const UNITS = ['', 'K', 'M', 'G', 'T']

/** `20G` if that is exact, all bytes otherwise. */
function sizeToType(bytes: number): string {
  const power = UNITS.findLastIndex((_, power) => bytes > 0 && bytes % 1024 ** power === 0)
  return power > 0 ? `${bytes / 1024 ** power}${UNITS[power]}` : String(bytes)
}
