import { Stack, Text, UnstyledButton } from '@mantine/core'
import { X } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import type { EntryRow } from '../entry-list.queries.ts'
import classes from '../filters/Choices.module.css'
import { TagPicker } from '../filters/TagPicker.tsx'
import { listPartMessages } from '../list-parts.messages.ts'
import { bulkMessages } from './bulk.messages.ts'
import { addTag, type BulkAction } from './bulk-actions.ts'
import { removeTag } from './more-actions.ts'

interface Props extends Opened {
  rows: readonly EntryRow[]
  perform(action: BulkAction): void
}

/** Adds a tag to the selected rows, or removes one that some of them have. */
export function BulkTagPopover({ rows, perform, ...opened }: Props) {
  const list = useMessages(listPartMessages)
  const text = useMessages(bulkMessages)
  const present = new Map<string, number>()
  for (const tag of rows.flatMap((row) => row.tags)) present.set(tag, (present.get(tag) ?? 0) + 1)
  const run = (action: BulkAction) => {
    opened.close()
    perform(action)
  }
  return (
    <FilterPopover {...opened} label={text.tags}>
      <Stack gap="sm">
        {present.size > 0 && (
          <div>
            <Text size="xs" fw={600} c="var(--quiet)" mb="xs">
              {text.tagsOfSelection}
            </Text>
            <div className={classes.choices}>
              {[...present].map(([tag, count]) => (
                <UnstyledButton
                  key={tag}
                  className={classes.choice}
                  aria-label={text.removeTag(tag)}
                  title={text.removeTag(tag)}
                  onClick={() => run(removeTag(tag, text))}
                >
                  <span>
                    {tag} <span className={classes.count}>{count}</span>
                  </span>
                  <X size={14} aria-hidden="true" />
                </UnstyledButton>
              ))}
            </div>
          </div>
        )}
        <TagPicker label={list.addTagTo} without={[]} pick={(tag) => run(addTag(tag))} />
      </Stack>
    </FilterPopover>
  )
}
