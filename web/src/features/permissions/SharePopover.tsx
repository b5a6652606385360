import type { Entity } from '@aliquot/contract/entities'
import { Button, Popover, Radio, SegmentedControl, Stack } from '@mantine/core'
import { Building2, Lock, type LucideIcon, Share2, ShieldUser, Users } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useCloseOnBack } from '../../ui/keys/close-on-back.ts'
import { useCommands } from '../../ui/keys/commands.ts'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { useEntryOfTypeMessages } from '../entry-data/entry-of-type.messages.ts'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { readLists } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { AudiencePreview } from './AudiencePreview.tsx'
import { EntryLink } from './EntryLink.tsx'
import { permissionMessages } from './permissions.messages.ts'
import { asLevel, isLinkOpen, type Level, levelsFor, levelText, SHARED, type Subject } from './permissions.ts'
import { SharedWith } from './SharedWith.tsx'
import { ShareLink } from './ShareLink.tsx'
import classes from './SharePopover.module.css'
import { useSharing } from './use-sharing.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
  /** It is not created yet, and nobody can be given access. */
  isNew?: boolean
}

const ICONS: Readonly<Record<Level, LucideIcon>> = { 10: Lock, 20: ShieldUser, 30: Users, 40: Building2, 50: Building2 }

/** From its button to the edge of the window; what has no room there is scrolled to. */
const FITS_WINDOW = {
  padding: 8,
  apply({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) {
    elements.floating.style.setProperty('--room', `${availableHeight}px`)
  },
}

/** Who can see and change the entry. */
export function SharePopover({ entry, isReadOnly, isNew = false }: Props) {
  const text = useMessages(permissionMessages)
  const { afterFirstWords } = useMessages(entryMessages)
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  useCloseOnBack(() => setOpen(false), isOpen)
  const [subject, setSubject] = useState<Subject>('entry')
  const { this: group } = useEntryOfTypeMessages(entry.type)
  const share = { id: 'entry-share', label: text.share, group, rank: 1, words: text.shareWords }
  useCommands(isNew ? [] : [{ ...share, run: () => setOpen(true) }])
  const level = asLevel(entry.canread_base)
  const lists = readLists(entry.canread)
  const more = lists.users.length + lists.teams.length + lists.teamgroups.length
  const Icon = ICONS[level]
  const hasLink = isLinkOpen(entry, session)
  const named = `${text.short[level]}${more > 0 ? ` +${more}` : ''}`
  const short = hasLink ? text.shortWithLink(named) : named
  const sentence = [
    levelText(level, entry, session.userid, text),
    ...(more > 0 ? [text.and(more)] : []),
    ...(hasLink ? [text.andLinkReaders] : []),
  ].join(' ')
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
      withinPortal
      middlewares={{ shift: true, flip: false, size: FITS_WINDOW }}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.button}
          title={isNew ? afterFirstWords : sentence}
          disabled={isNew}
          data-tour="share"
          // Begins with what is seen, because people who use voice control say it.
          aria-label={`${text.share} ${short} (${sentence})`}
          leftSection={<Share2 size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.label}>{text.share}</span>{' '}
          <span className={classes.badge}>
            <Icon size={12} aria-hidden="true" />
            <span className={classes.short}>{short}</span>
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.share} className={classes.dropdown}>
        <Stack gap="md">
          {isTemplateType(entry.type) && (
            <SegmentedControl
              size="xs"
              fullWidth
              aria-label={text.subject}
              value={subject}
              onChange={(value) => setSubject(value as Subject)}
              data={[
                { value: 'entry', label: text.subjects.entry },
                { value: 'made', label: text.subjects.made },
              ]}
            />
          )}
          <SharedWith entry={entry} subject={subject} isReadOnly={isReadOnly} />
          {subject === 'entry' && <EntryLink entry={entry} />}
          {subject === 'entry' && <ShareLink entry={entry} isReadOnly={isReadOnly} />}
          <Levels entry={entry} subject={subject} of="read" isReadOnly={isReadOnly} />
          <Levels entry={entry} subject={subject} of="write" isReadOnly={isReadOnly} />
          <AudiencePreview entry={entry} subject={subject} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface LevelsProps extends Props {
  subject: Subject
  of: 'read' | 'write'
}

function Levels({ entry, subject, of, isReadOnly }: LevelsProps) {
  const text = useMessages(permissionMessages)
  const { userid, is_admin } = useSession()
  const { setBase } = useSharing(entry, subject)
  const field = SHARED[subject][of]
  const current = asLevel(entry[`${field}_base`])
  const label = text.questions[subject][of]
  // Fixed by the template for everybody but admins; on the template itself it can be changed.
  const isFixed = !isTemplateType(entry.type) && is_admin === 0 && entry[`can${of}_is_immutable`] === 1
  return (
    <Radio.Group
      label={label}
      description={isFixed ? text.fixed : undefined}
      value={String(current)}
      onChange={(value) => setBase(field, asLevel(Number(value)))}
    >
      <Stack gap="xs" mt="2xs">
        {levelsFor(current).map((level) => (
          <Radio
            key={level}
            value={String(level)}
            label={levelText(level, entry, userid, text, subject)}
            disabled={isReadOnly || isFixed}
            size="sm"
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
