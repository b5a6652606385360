import type { Entity } from '@aliquot/contract/entities'
import { opensFiles } from '@aliquot/contract/share-key'
import { Anchor, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import { CopyField } from '../../ui/fields/CopyField.tsx'
import { usePatchEntry } from '../entry-data/entry.queries.ts'
import { shareAddress } from '../entry-data/share-address.ts'
import { useSession } from '../session/session.queries.ts'
import { permissionMessages } from './permissions.messages.ts'

/** A link that shows the entry without an account; turning it off ends it. Where the instance forbids it, it says so. */
export function ShareLink({ entry, isReadOnly }: { entry: Entity; isReadOnly: boolean }) {
  const text = useMessages(permissionMessages)
  const { has_share_links, is_sysadmin } = useSession()
  const { mutate, isPending } = usePatchEntry(entry)
  const key = entry.access_key
  const isAllowed = has_share_links === 1
  if (key === null && isReadOnly) return null
  return (
    <Stack gap="xs">
      <Switch
        label={text.shareLink}
        description={isAllowed ? text.shareLinkHint : text.shareLinkOff}
        checked={key !== null}
        // A link from before the instance forbade them can still be turned off.
        disabled={isReadOnly || isPending || (!isAllowed && key === null)}
        onChange={() => mutate({ change: { action: 'accesskey' } })}
      />
      {!isAllowed && is_sysadmin === 1 && (
        <Anchor
          size="sm"
          py="sm"
          renderRoot={(props) => <Link to="/admin/{-$section}" params={{ section: 'settings' }} {...props} />}
        >
          {text.shareLinkSetting}
        </Anchor>
      )}
      {isAllowed && key !== null && (
        <Switch
          label={text.includeFiles}
          description={text.includeFilesHint}
          checked={opensFiles(key)}
          disabled={isReadOnly || isPending}
          onChange={({ currentTarget }) =>
            mutate({ change: { action: 'sharefiles', include: currentTarget.checked ? 1 : 0 } })
          }
        />
      )}
      {isAllowed && key !== null && <CopyField label={text.link} value={shareAddress(entry, key)} />}
      {isAllowed && key !== null && entry.state !== 1 && (
        <Text size="xs" c="var(--quiet)">
          {text.shareLinkRests}
        </Text>
      )}
    </Stack>
  )
}
