import type { Entity } from '@aliquot/contract/entities'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { allNamed, readLists } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { membersOf, teamGroups } from './groups.queries.ts'
import { permissionMessages } from './permissions.messages.ts'
import { asLevel, levelText, SHARED, type Subject } from './permissions.ts'
import classes from './SharePopover.module.css'
import { useNames } from './use-named.ts'

interface Props {
  entry: Entity
  subject: Subject
}

/** Who sees it now, in one sentence, with the names behind a team or group. */
export function AudiencePreview({ entry, subject }: Props) {
  const text = useMessages(permissionMessages)
  const { language } = useLanguage()
  const { userid, team } = useSession()
  const { read, write } = SHARED[subject]
  const level = asLevel(Math.max(entry[`${read}_base`] ?? 10, entry[`${write}_base`] ?? 10))
  const named = allNamed(readLists(entry[read]), readLists(entry[write]))
  const nameOf = useNames(named)
  const isTeam = level === 30 && entry.team === team
  const { data: members } = useQuery({ ...membersOf(entry.team), enabled: isTeam })
  const hasGroups = named.some(({ kind }) => kind === 'teamgroups')
  const { data: groups = [] } = useQuery({ ...teamGroups(team), enabled: hasGroups })
  const inWords = new Intl.ListFormat(language, { type: 'conjunction' })
  const parts = [levelText(level, entry, userid, text, subject), ...named.map(nameOf)]
  const shown = groups.filter(({ id }) => named.some((one) => one.kind === 'teamgroups' && one.id === id))
  return (
    <div className={classes.preview}>
      <Eye size={16} aria-hidden="true" />
      <Stack gap={2} flex={1} miw={0}>
        <Text size="sm">{text.seenBy(inWords.format(parts))}</Text>
        {isTeam && members && (
          <Text size="xs" c="var(--quiet)">
            {text.thatIs(entry.team_name, nameSome(members.names, members.total))}
          </Text>
        )}
        {shown.map((group) => (
          <Text key={group.id} size="xs" c="var(--quiet)">
            {text.thatIs(
              group.name,
              nameSome(
                group.users.map(({ fullname }) => fullname),
                group.users.length,
              ),
            )}
          </Text>
        ))}
      </Stack>
    </div>
  )

  function nameSome(names: readonly string[], total: number): string {
    const some = names.slice(0, MOST_NAMED)
    if (total === 0) return text.nobodyYet
    return inWords.format(total > some.length ? [...some, text.more(total - some.length)] : some)
  }
}

const MOST_NAMED = 8
