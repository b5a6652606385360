import type { WebhookScope } from '@aliquot/contract/webhooks'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { ShownOnce } from '../../ui/fields/ShownOnce.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { useRemovals } from '../../ui/toasts/removals.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookRow } from './WebhookRow.tsx'
import { webhookMessages } from './webhooks.messages.ts'
import { type Chosen, createWebhook, removalOf, webhooksOf } from './webhooks.queries.ts'

/** The webhooks of a person, a team or the instance. */
export function WebhooksSection({ scope }: { scope: WebhookScope }) {
  const text = useMessages(webhookMessages)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(webhooksOf(scope))
  const removals = useRemovals()
  const hooks = data?.filter(({ id }) => !removals.has(removalOf(id)))
  const [isCreating, setCreating] = useState(false)
  // A new secret, kept only while it is shown.
  const [shown, setShown] = useState<{ title: string; secret: string }>()
  const create = async (chosen: Chosen) => {
    const secret = await createWebhook(scope, chosen)
    setShown({ title: text.created, secret })
    setCreating(false)
    await client.invalidateQueries({ queryKey: webhooksOf(scope).queryKey })
  }
  return (
    <Section title={text.title} intro={text.intros[scope]}>
      {shown && (
        <ShownOnce title={shown.title} hint={text.secretOnce} done={text.done} onDone={() => setShown(undefined)}>
          <CopyField label={text.secret} value={shown.secret} isMain />
        </ShownOnce>
      )}
      {isCreating ? (
        <WebhookForm scope={scope} submitLabel={text.create} send={create} onCancel={() => setCreating(false)} />
      ) : (
        <Group>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {text.create}
          </Button>
        </Group>
      )}
      {error && <ProblemLine error={error} retry={refetch} />}
      {!hooks && !error && <Skeleton height={64} />}
      {hooks?.length === 0 && <Text c="var(--quiet)">{text.none}</Text>}
      {hooks && hooks.length > 0 && (
        <ul className={rows.rows} aria-label={text.title}>
          {hooks.map((hook) => (
            <WebhookRow key={hook.id} webhook={hook} onSecret={(secret) => setShown({ title: text.rotated, secret })} />
          ))}
        </ul>
      )}
    </Section>
  )
}
