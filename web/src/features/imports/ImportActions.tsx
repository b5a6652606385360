import type { Import, ImportAction, ImportPatch } from '@aliquot/contract/imports'
import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import classes from './ImportPage.module.css'
import { importMessages } from './imports.messages.ts'
import { actOnImport } from './imports.queries.ts'

type Duplicates = NonNullable<ImportPatch['duplicates']>

interface Props {
  record: Import
  /** The service looks at a table again, with other choices. */
  isLooking?: boolean
  /** In a bar that stays in sight. */
  isBar?: boolean
  /** Before it starts. */
  begin?(): void
}

/** What can be done with an import now. */
export function ImportActions({ record, isLooking = false, isBar = false, begin }: Props) {
  const text = useMessages(importMessages)
  const { fail } = useToasts()
  const { id, state, actions, preview, options } = record
  const [isActing, setActing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [duplicates, setDuplicates] = useState<Duplicates>(options.duplicates)
  const act = (action: ImportAction) => async () => {
    setActing(true)
    setAsking(false)
    if (action === 'start') begin?.()
    await actOnImport(id, action, action === 'start' ? { duplicates } : {}).catch(fail)
    setActing(false)
  }
  const isAhead = (state === 'previewed' || isLooking) && preview !== null
  const count = isAhead ? preview.entries - (duplicates === 'skip' ? preview.duplicates_total : 0) : 0
  const asksForDuplicates = isAhead && preview.duplicates_total > 0
  return (
    <div className={classes.actions} data-bar={isBar || undefined}>
      {asksForDuplicates && (
        <div className={classes.duplicates}>
          <Text>{text.duplicatesCount(preview.duplicates_total)}</Text>
          <Segments<Duplicates>
            label={text.duplicates}
            value={duplicates}
            options={[
              { value: 'skip', label: text.skip },
              { value: 'again', label: text.bringAgain },
            ]}
            onChange={setDuplicates}
          />
        </div>
      )}
      <Group gap="sm">
        {(actions.includes('start') || isLooking) && (
          <Button
            c="var(--mantine-primary-color-contrast)"
            loading={isActing}
            disabled={isAhead && count === 0}
            aria-disabled={isLooking}
            onClick={isLooking ? undefined : act('start')}
          >
            {isAhead ? text.start(count) : text.goOn}
          </Button>
        )}
        {actions.includes('stop') && (
          <Button variant="default" aria-disabled={isActing} onClick={act('stop')}>
            {isAhead ? text.discard : text.stop}
          </Button>
        )}
        {actions.includes('undo') && !isAsking && (
          <Button variant="default" aria-disabled={isActing} onClick={() => setAsking(true)}>
            {text.undo}
          </Button>
        )}
        {['done', 'undone', 'failed', 'stopped'].includes(state) && (
          <Button
            variant="subtle"
            renderRoot={(props) => <Link to="/import/{-$id}" params={{ id: undefined }} {...props} />}
          >
            {text.again}
          </Button>
        )}
      </Group>
      {isAsking && (
        <fieldset className={classes.question}>
          <legend>{text.undoQuestion}</legend>
          <Group gap="sm">
            <Button color="red" onClick={act('undo')} data-autofocus>
              {text.undo}
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              {text.keep}
            </Button>
          </Group>
        </fieldset>
      )}
      {record.expires_at !== null && isAhead && !isBar && (
        <Text size="sm" c="var(--quiet)">
          {text.expires} <When at={record.expires_at} />
        </Text>
      )}
    </div>
  )
}
