import type { Entity } from '@aliquot/contract/entities'
import { Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { usePatchEntry } from '../entry-data/entry.queries.ts'
import { shareAddress } from '../entry-data/share-address.ts'
import { sharedEntry } from '../share/share.queries.ts'
import { permissionMessages } from './permissions.messages.ts'

/** A link that shows the entry without an account; turning it off ends it. */
export function ShareLink({ entry, isReadOnly }: { entry: Entity; isReadOnly: boolean }) {
  const text = useMessages(permissionMessages)
  const { mutate, isPending } = usePatchEntry(entry)
  const key = entry.access_key
  const link = key && shareAddress(entry, key)
  // The instance may forbid access without an account; requesting the link tells.
  const { error } = useQuery({ ...sharedEntry(entry, key ?? ''), enabled: key !== null && entry.state === 1 })
  const isOff = error instanceof ApiError && error.status === 404
  if (!link && isReadOnly) return null
  return (
    <Stack gap={8}>
      <Switch
        label={text.shareLink}
        description={text.shareLinkHint}
        checked={link !== null}
        disabled={isReadOnly || isPending}
        onChange={() => mutate({ change: { action: 'accesskey' } })}
      />
      {link && <CopyField label={text.link} value={link} />}
      {link && (entry.state !== 1 || isOff) && (
        <Text size="xs" c="var(--quiet)">
          {isOff ? text.shareLinkOff : text.shareLinkRests}
        </Text>
      )}
    </Stack>
  )
}
