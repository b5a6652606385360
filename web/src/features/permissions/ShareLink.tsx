import type { Entity } from '@aliquot/contract/entities'
import { Stack, Switch, Text } from '@mantine/core'
import { useTexts } from '../../i18n/text.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { usePatchEntry } from '../entry/entry.queries.ts'
import { permissionTexts } from './permissions.text.ts'

/** A link that shows the entry to whoever has it, without an account; turning it off ends it. */
export function ShareLink({ entry, isReadOnly }: { entry: Entity; isReadOnly: boolean }) {
  const text = useTexts(permissionTexts)
  const { mutate, isPending } = usePatchEntry(entry)
  const link = entry.access_key && new URL(`/share/${entry.access_key}`, location.href).href
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
      {link && entry.state !== 1 && (
        <Text size="xs" c="var(--quiet)">
          {text.shareLinkRests}
        </Text>
      )}
    </Stack>
  )
}
