import type { Import } from '@aliquot/contract/imports'
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { entryLink } from '../entry-data/entry-types.ts'
import { groupNotes, ImportNotes } from './ImportNotes.tsx'
import classes from './ImportPage.module.css'
import { importMessages } from './imports.messages.ts'

/** What came of an import. */
export function ImportResult({ record }: { record: Import }) {
  const text = useMessages(importMessages)
  const { state, made, skipped, refused, removed, kept, entries, warnings } = record
  const told = [
    ...(state === 'undone' ? [] : [made > 0 ? text.made(made) : text.nothingMade]),
    ...(skipped > 0 && state !== 'undone' ? [text.skipped(skipped)] : []),
    ...(refused > 0 && state !== 'undone' ? [text.refused(refused)] : []),
    ...(removed > 0 ? [text.removed(removed)] : []),
    ...(kept > 0 ? [text.kept(kept)] : []),
  ]
  const left = (state === 'undone' ? kept : made - removed) - entries.length
  return (
    <>
      <Text role="status" className={classes.counts}>
        {told.join(' ')}
      </Text>
      {warnings.length > 0 && state !== 'undone' && <ImportNotes title={text.notes} notes={groupNotes(warnings)} />}
      {entries.length > 0 && (
        <section>
          <Title order={3} size="h4" mb="xs">
            {state === 'undone' ? text.keptEntries : text.entries}
          </Title>
          <ul className={rows.rows} aria-label={text.entries}>
            {entries.map((entry) => (
              <li key={entry.id} className={rows.row}>
                <div className={rows.main}>
                  <Anchor renderRoot={(props) => <Link {...entryLink(entry)} {...props} />}>
                    {entry.title || `${text.type[entry.type]} ${entry.id}`}
                  </Anchor>
                  <div className={rows.facts}>
                    <span>{text.type[entry.type]}</span>
                  </div>
                </div>
              </li>
            ))}
          </ul>
          {left > 0 && (
            <Text size="sm" c="var(--quiet)" mt="xs">
              {text.andMore(left)}
            </Text>
          )}
        </section>
      )}
    </>
  )
}
