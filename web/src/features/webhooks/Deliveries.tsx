import type { WebhookError } from '@aliquot/contract/webhook-errors'
import type { WebhookDelivery } from '@aliquot/contract/webhooks'
import { ActionIcon, Badge, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { webhookMessages } from './webhooks.messages.ts'
import classes from './webhooks.module.css'
import { deliveriesOf, redeliverOne, redeliverSince } from './webhooks.queries.ts'

/** What was sent to a webhook, newest first. */
export function Deliveries({ id }: { id: number }) {
  const text = useMessages(webhookMessages)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(deliveriesOf(id))
  const sent = data?.pages.flat()
  return (
    <Stack gap="sm" className={classes.below}>
      <SendAgain id={id} />
      {error && <ProblemLine error={error} retry={refetch} />}
      {!sent && !error && <Skeleton height={64} />}
      {sent?.length === 0 && <Text c="var(--quiet)">{text.noDeliveries}</Text>}
      {sent && sent.length > 0 && (
        <ul className={rows.rows} aria-label={text.deliveries}>
          {sent.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={id} delivery={delivery} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Group>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {text.moreDeliveries}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function DeliveryRow({ webhook, delivery }: { webhook: number; delivery: WebhookDelivery }) {
  const text = useMessages(webhookMessages)
  const client = useQueryClient()
  const { show, fail } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const { kind, status, ms, attempt, reason, at, change } = delivery
  const isOk = reason === null
  const again = async () => {
    setBusy(true)
    try {
      await redeliverOne(webhook, delivery.id)
      show({ message: text.redelivered })
    } catch (error) {
      fail(error)
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: deliveriesOf(webhook).queryKey })
  }
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.title}>
          {change === null ? text.testMessage : kind}
          <Badge variant="dot" color={isOk ? 'green' : 'red'} tt="none">
            {isOk ? text.delivered : text.failed}
            {status !== null && ` ${status}`}
          </Badge>
        </div>
        <div className={rows.facts}>
          <span>
            <When at={Date.parse(at)} />
          </span>
          <span>{text.milliseconds(ms)}</span>
          {attempt > 1 && <span>{text.attempt(attempt)}</span>}
          {reason !== null && <span>{text.errors[reason as WebhookError]}</span>}
        </div>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        loading={isBusy}
        aria-label={`${text.redeliver}: ${kind}`}
        onClick={again}
      >
        <RotateCw size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}

/** Everything since a time that the person chooses. */
function SendAgain({ id }: { id: number }) {
  const text = useMessages(webhookMessages)
  const client = useQueryClient()
  const { show, fail } = useToasts()
  const [since, setSince] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const time = new Date(since)
    if (Number.isNaN(time.getTime())) return
    try {
      await redeliverSince(id, time.toISOString())
      show({ message: text.rewound })
      await client.invalidateQueries({ queryKey: deliveriesOf(id).queryKey })
    } catch (error) {
      fail(error)
    }
  }
  return (
    <form className={classes.since} onSubmit={submit}>
      <TextInput
        type="datetime-local"
        label={text.since}
        value={since}
        onChange={({ currentTarget: { value } }) => setSince(value)}
      />
      <Button type="submit" variant="default" disabled={since === ''}>
        {text.sinceButton}
      </Button>
    </form>
  )
}
