import type { Entity } from '@aliquot/contract/entities'
import { Button, Popover, Radio, Stack, Text } from '@mantine/core'
import { Building2, Lock, type LucideIcon, ShieldUser, Users } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { useSession } from '../session/session.queries.ts'
import { readLists } from './permission-lists.ts'
import { permissionTexts } from './permissions.text.ts'
import { asLevel, type Level, levelsFor, levelText } from './permissions.ts'
import { SharedPeople } from './SharedPeople.tsx'
import classes from './SharePopover.module.css'
import { useSharing } from './use-sharing.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

const ICONS: Readonly<Record<Level, LucideIcon>> = { 10: Lock, 20: ShieldUser, 30: Users, 40: Building2, 50: Building2 }

/** Who can see this, in words; open it, choose, done. */
export function SharePopover({ entry, isReadOnly }: Props) {
  const text = useTexts(permissionTexts)
  const { userid } = useSession()
  const [isOpen, setOpen] = useState(false)
  const level = asLevel(entry.canread_base)
  const lists = readLists(entry.canread)
  const more = lists.users.length + lists.teams.length + lists.teamgroups.length
  const Icon = ICONS[level]
  const short = `${text.short[level]}${more > 0 ? ` +${more}` : ''}`
  const sentence = `${levelText(level, entry, userid, text)}${more > 0 ? ` ${text.and(more)}` : ''}`
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.button}
          title={sentence}
          aria-label={`${text.share}: ${short} (${sentence})`}
          leftSection={<Icon size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.label}>{short}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.share} className={classes.dropdown}>
        <Stack gap="md">
          <Levels entry={entry} field="canread_base" label={text.see} isReadOnly={isReadOnly} />
          <SharedPeople entry={entry} isReadOnly={isReadOnly} />
          <Levels entry={entry} field="canwrite_base" label={text.change} isReadOnly={isReadOnly} />
          <Text size="xs" c="var(--quiet)">
            {text.ownerAlways}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface LevelsProps extends Props {
  field: 'canread_base' | 'canwrite_base'
  label: string
}

function Levels({ entry, field, label, isReadOnly }: LevelsProps) {
  const text = useTexts(permissionTexts)
  const { userid } = useSession()
  const { setBase } = useSharing(entry)
  const current = asLevel(entry[field])
  const isFixed = entry[field === 'canread_base' ? 'canread_is_immutable' : 'canwrite_is_immutable'] === 1
  return (
    <Radio.Group
      label={label}
      description={isFixed ? text.fixed : undefined}
      value={String(current)}
      onChange={(value) => setBase(field, asLevel(Number(value)))}
    >
      <Stack gap={6} mt={6}>
        {levelsFor(current).map((level) => (
          <Radio
            key={level}
            value={String(level)}
            label={levelText(level, entry, userid, text)}
            disabled={isReadOnly || isFixed}
            size="sm"
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
