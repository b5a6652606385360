import type { WebhookError } from '@aliquot/contract/webhook-errors'
import type { Webhook } from '@aliquot/contract/webhooks'
import { Badge, Button, Menu, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { History, KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { When } from '../../ui/time/When.tsx'
import { finishRemoval, startRemoval, takeBackRemoval } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { Deliveries } from './Deliveries.tsx'
import { groupsIn } from './kind-groups.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { webhookMessages } from './webhooks.messages.ts'
import classes from './webhooks.module.css'
import {
  changeWebhook,
  deliveriesOf,
  removalOf,
  removeWebhook,
  rotateSecret,
  testWebhook,
  webhooksOf,
} from './webhooks.queries.ts'

interface Props {
  webhook: Webhook
  onSecret(secret: string): void
}

/** A webhook with its state, and what one does with it. */
export function WebhookRow({ webhook, onSecret }: Props) {
  const text = useMessages(webhookMessages)
  const { id, url, scope, active, off_reason, failing_since, previous_until } = webhook
  const [open, setOpen] = useState<'deliveries' | 'edit'>()
  const act = useActions(webhook, onSecret)
  const toggle = () => setOpen(open === 'deliveries' ? undefined : 'deliveries')
  const save = async (chosen: Parameters<typeof changeWebhook>[1]) => {
    await changeWebhook(id, chosen)
    await act.saved(text.saved)
    setOpen(undefined)
  }
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <div className={rows.main}>
          <div className={rows.title}>
            {url} <State webhook={webhook} />
          </div>
          <div className={rows.facts}>
            <span>{useWhat(webhook)}</span>
            {scope !== 'user' && <span>{text.owner(webhook.fullname)}</span>}
            <span>
              {text.createdAt} <When at={webhook.created_at} />
            </span>
            {failing_since !== null && (
              <span>
                {text.failingSince} <When at={failing_since} />
              </span>
            )}
            {previous_until !== null && (
              <span>
                {text.bothUntil} <When at={previous_until} />
              </span>
            )}
          </div>
          {off_reason !== null && (
            <Text size="sm" mt="2xs">
              {text.offReasons[off_reason]}
            </Text>
          )}
        </div>
        <Button variant="default" size="xs" visibleFrom="sm" aria-expanded={open === 'deliveries'} onClick={toggle}>
          {open === 'deliveries' ? text.hideDeliveries : text.deliveries}
        </Button>
        <MoreMenu label={text.more(url)} size={44} width={240}>
          <Menu.Item leftSection={<Send size={16} aria-hidden />} onClick={act.test}>
            {text.test}
          </Menu.Item>
          <Menu.Item
            leftSection={active === 1 ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
            onClick={act.toggle}
          >
            {active === 1 ? text.pause : text.resume}
          </Menu.Item>
          <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={toggle}>
            {open === 'deliveries' ? text.hideDeliveries : text.deliveries}
          </Menu.Item>
          <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
            {text.edit}
          </Menu.Item>
          <Menu.Item leftSection={<KeyRound size={16} aria-hidden />} onClick={act.rotate}>
            {text.rotate}
          </Menu.Item>
          <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={act.remove}>
            {text.remove}
          </Menu.Item>
        </MoreMenu>
      </div>
      {open === 'deliveries' && <Deliveries id={id} />}
      {open === 'edit' && (
        <div className={classes.below}>
          <WebhookForm
            scope={scope}
            start={webhook}
            submitLabel={text.save}
            send={save}
            onCancel={() => setOpen(undefined)}
          />
        </div>
      )}
    </li>
  )
}

const COLORS = { active: 'green', paused: 'gray', failing: 'orange', off: 'red' } as const

function State({ webhook: { active, off_reason, failing_since } }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  const failing = failing_since === null ? 'active' : 'failing'
  const state = active === 1 ? failing : off_reason === null ? 'paused' : 'off'
  return (
    <Badge variant="dot" color={COLORS[state]} tt="none">
      {text.states[state]}
    </Badge>
  )
}

/** What a webhook sends, in words. */
function useWhat({ kinds, entity_type }: Webhook): string {
  const text = useMessages(webhookMessages)
  const { groups, others } = groupsIn(kinds)
  const chosen = [
    ...groups.map((group) => text.groups[group]),
    ...(others.length > 0 ? [text.someKinds(others.length)] : []),
  ].join(', ')
  const what = kinds.includes('*') ? text.everything : chosen
  return entity_type === null ? what : `${what} (${text.entityTypes[entity_type]})`
}

function useActions({ id, scope, active }: Webhook, onSecret: (secret: string) => void) {
  const text = useMessages(webhookMessages)
  const client = useQueryClient()
  const { show, fail } = useToasts()
  const reload = () => client.invalidateQueries({ queryKey: webhooksOf(scope).queryKey })
  const saved = async (message: string) => {
    show({ message })
    await reload()
  }
  const running = (work: () => Promise<void>) => () => void work().catch(fail)
  return {
    saved,
    test: running(async () => {
      const delivery = await testWebhook(id)
      const reason = delivery?.reason ?? null
      const isOk = reason === null
      show({
        message: isOk ? text.testOk(delivery?.status ?? 0) : text.testFailed(text.errors[reason as WebhookError]),
      })
      await client.invalidateQueries({ queryKey: deliveriesOf(id).queryKey })
    }),
    toggle: running(async () => {
      await changeWebhook(id, { active: active === 1 ? 0 : 1 })
      await saved(active === 1 ? text.paused : text.resumed)
    }),
    rotate: running(async () => {
      onSecret(await rotateSecret(id))
      await reload()
    }),
    /** Hidden at once, removed by the service when the offer to undo ends: nobody gets its secret back. */
    remove: () => {
      startRemoval(removalOf(id), {
        send: async (options) => {
          await removeWebhook(id, options)
          client.setQueryData(webhooksOf(scope).queryKey, (hooks) => hooks?.filter((hook) => hook.id !== id))
        },
      })
      show({
        message: text.removed,
        undo: () => takeBackRemoval(removalOf(id)),
        onEnd: () => {
          finishRemoval(removalOf(id)).catch(fail)
        },
      })
    },
  }
}
