import type { Entity } from '@aliquot/contract/entities'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { allNamed, type Named, readLists } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { membersOf, teamGroups } from './groups.queries.ts'
import { permissionMessages } from './permissions.messages.ts'
import { asLevel, isLinkOpen, levelText, SHARED, type Subject } from './permissions.ts'
import classes from './SharePopover.module.css'
import { useNames } from './use-named.ts'

interface Props {
  entry: Entity
  subject: Subject
}

/** Who sees it now, in one sentence: each person once, with the names behind a team or group. */
export function AudiencePreview({ entry, subject }: Props) {
  const text = useMessages(permissionMessages)
  const { language } = useLanguage()
  const session = useSession()
  const { userid, team } = session
  const { read, write } = SHARED[subject]
  const level = asLevel(Math.max(entry[`${read}_base`] ?? 10, entry[`${write}_base`] ?? 10))
  const base = levelText(level, entry, userid, text, subject)
  const named = allNamed(readLists(entry[read]), readLists(entry[write]))
  const nameOf = useNames(named)
  const isTeam = level === 30 && entry.team === team
  const { data: members } = useQuery({ ...membersOf(entry.team), enabled: isTeam })
  const hasGroups = named.some(({ kind }) => kind === 'teamgroups')
  const { data: groups = [] } = useQuery({ ...teamGroups(team), enabled: hasGroups })
  const inWords = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  const isImplied = ({ kind, id }: Named) =>
    level >= 40 ||
    (level === 30 && kind === 'teams' && id === entry.team) ||
    (isTeam && kind === 'users' && members?.ids.includes(id))
  const parts = [
    isTeam && members ? text.thatIs(base, nameSome(members.names, members.total)) : base,
    ...named.filter((one) => !isImplied(one)).map(describe),
    ...(subject === 'entry' && isLinkOpen(entry, session) ? [text.linkReaders] : []),
  ]
  return (
    <div className={classes.preview}>
      <Eye size={16} aria-hidden="true" />
      <Text size="sm" flex={1} miw={0}>
        {text.seenBy(inWords.format(parts))}
      </Text>
    </div>
  )

  function describe(one: Named): string {
    const group = one.kind === 'teamgroups' && groups.find(({ id }) => id === one.id)
    if (!group) return nameOf(one)
    const names = group.users.map(({ fullname }) => fullname)
    return text.thatIs(group.name, nameSome(names, names.length))
  }

  function nameSome(names: readonly string[], total: number): string {
    const some = names.slice(0, MOST_NAMED)
    if (total === 0) return text.nobodyYet
    return inWords.format(total > some.length ? [...some, text.more(total - some.length)] : some)
  }
}

const MOST_NAMED = 8
