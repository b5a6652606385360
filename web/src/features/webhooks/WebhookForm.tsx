import type { EntityType } from '@aliquot/contract/common'
import type { WebhookScope } from '@aliquot/contract/webhooks'
import { Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useFormProblem } from '../../ui/fields/form-problem.ts'
import { Card } from '../../ui/layout/Section.tsx'
import { groupsIn, groupsOf, type KindGroup, kindsIn } from './kind-groups.ts'
import { webhookMessages } from './webhooks.messages.ts'
import classes from './webhooks.module.css'
import type { Chosen } from './webhooks.queries.ts'

/** Stands for all kinds, as in the contract. */
const ALL = '*'

interface Props {
  scope: WebhookScope
  /** What is changed; absent for a new one. */
  start?: Chosen
  submitLabel: string
  send(chosen: Chosen): Promise<void>
  onCancel?(): void
}

/** The address of a webhook, and what it sends. */
export function WebhookForm({ scope, start, submitLabel, send, onCancel }: Props) {
  const text = useMessages(webhookMessages)
  const common = useMessages(commonMessages)
  const known = groupsIn(start?.kinds ?? [])
  const [url, setUrl] = useState(start?.url ?? '')
  const [isAll, setAll] = useState(start === undefined || start.kinds.includes(ALL))
  const [groups, setGroups] = useState<readonly KindGroup[]>(known.groups)
  const [type, setType] = useState<EntityType | null>(start?.entity_type ?? null)
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useFormProblem(error, ['url', 'kinds'])
  // Kinds that a program chose one by one stay.
  const kinds = isAll ? [ALL] : [...groups.flatMap(kindsIn), ...known.others.filter((kind) => kind !== ALL)]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (kinds.length === 0) return
    setBusy(true)
    try {
      await send({ url, kinds, entity_type: type })
    } catch (refused) {
      setError(refused)
      setBusy(false)
    }
  }
  return (
    <Card>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={text.address}
            description={text.addressHint}
            placeholder="https://"
            type="url"
            inputMode="url"
            required
            withAsterisk={false}
            autoComplete="off"
            data-1p-ignore
            value={url}
            error={problem.of('url') ?? problem.rest}
            onChange={({ currentTarget: { value } }) => setUrl(value)}
          />
          <Radio.Group label={text.what} value={isAll ? 'all' : 'some'} onChange={(value) => setAll(value === 'all')}>
            <Stack gap="sm" mt="2xs">
              <Radio value="all" label={text.everything} />
              <Radio value="some" label={text.chosen} />
            </Stack>
          </Radio.Group>
          {!isAll && (
            <Checkbox.Group
              aria-label={text.chosen}
              value={[...groups]}
              onChange={(chosen) => setGroups(chosen as KindGroup[])}
            >
              <div className={classes.groups}>
                {groupsOf(scope).map((group) => (
                  <Checkbox key={group} value={group} label={text.groups[group]} />
                ))}
              </div>
            </Checkbox.Group>
          )}
          {isTried && kinds.length === 0 && (
            <Text size="sm" role="alert" c="var(--danger)">
              {text.nothingChosen}
            </Text>
          )}
          <NativeSelect
            label={text.entityType}
            data={Object.entries(text.entityTypes).map(([value, label]) => ({ value, label }))}
            value={type ?? 'all'}
            onChange={({ currentTarget: { value } }) => setType(value === 'all' ? null : (value as EntityType))}
          />
          <Group justify="flex-end" gap="xs">
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                {common.cancel}
              </Button>
            )}
            <Button type="submit" loading={isBusy}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
