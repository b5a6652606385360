import type { Entity } from '@aliquot/contract/entities'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import classes from '../../ui/layout/EntryBanner.module.css'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { emptyRequired } from '../entry-data/extra-fields.ts'
import { currentTeam } from '../session/current-team.queries.ts'

const MOST_NAMED = 4

/** Names empty required fields at the top, with a button that leads to them. */
export function RequiredFields({ entry }: { entry: Entity }) {
  const text = useMessages(entryMessages)
  const missing = emptyRequired(entry.metadata_decoded).map(({ name }) => name)
  const { data: team } = useQuery({ ...currentTeam(), enabled: missing.length > 0 })
  const isEnforced = team?.id === entry.team && team.enforce_required_fields === 1 && !isTemplateType(entry.type)
  if (missing.length === 0) return null
  const names = [...missing.slice(0, MOST_NAMED), ...(missing.length > MOST_NAMED ? ['…'] : [])].join(', ')
  return (
    <div className={`${classes.banner} no-print`} role="note">
      <CircleAlert size={18} aria-hidden="true" />
      <Text size="sm" flex={1}>
        {text.missingFields(names)}
        {isEnforced && <> {text.missingUntil}</>}
      </Text>
      <Button size="compact-sm" h={32} fw={500} variant="default" onClick={focusFirstMissing}>
        {text.goToFields}
      </Button>
    </div>
  )
}

function focusFirstMissing(): void {
  const row = document.querySelector('[data-missing]')
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
}
