import type { TeamTag } from '@aliquot/contract/tags'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import classes from './TagRow.module.css'
import { tagCalled, useRenameTag } from './tags.queries.ts'
import { teamMessages } from './team.messages.ts'

/** Renames a tag. If another has the name, the effect of merging is explained first. */
export function RenameTag({ tag, done }: { tag: TeamTag; done(): void }) {
  const text = useMessages(teamMessages)
  const common = useMessages(commonMessages)
  const { team } = useSession()
  const client = useQueryClient()
  const { show, fail } = useToasts()
  const [typed, setTyped] = useState(tag.tag)
  const name = typed.trim()
  const [asked] = useDebouncedValue(name, 150)
  const isAnother = name !== '' && name !== tag.tag
  const { data: found } = useQuery({ ...tagCalled(team, asked), enabled: isAnother && asked === name })
  const other = isAnother && found && found.id !== tag.id ? found : undefined
  const save = useRenameTag(team)
  const problem = useFormProblem(save.error, ['tag'])
  const rename = async () => {
    // Pressing Enter before the service has answered also shows the effect of merging.
    const taken = await client.fetchQuery(tagCalled(team, name))
    const isMerged = taken !== null && taken.id !== tag.id
    if (isMerged && !other) return
    const { data } = await save.mutateAsync({ id: tag.id, tag: name })
    const left = data.find(({ id }) => id === tag.id)?.tag ?? name
    const undo = async () => void (await save.mutateAsync({ id: tag.id, tag: tag.tag, left }))
    // Merged tags cannot be separated, so there is no undo.
    show(isMerged ? { message: text.merged(tag.tag, taken.tag) } : { message: text.renamed(tag.tag, name), undo })
    done()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAnother) rename().catch(fail)
    else done()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done()
  }
  return (
    <form className={classes.rename} onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={text.rename(tag.tag)}
          autoFocus
          autoComplete="off"
          value={typed}
          error={problem.of('tag')}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Text size="sm" role="status">
          {other && text.willMerge(tag.tag, other.tag, tag.item_count)}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={done}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {other ? text.merge : common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
