import type { Entity } from '@aliquot/contract/entities'
import { Pill, TagsInput, Text } from '@mantine/core'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryMessages } from '../entry-data/entry.messages.ts'
import { useTagSuggestions } from '../entry-list/filters/tag-suggestions.ts'
import { keepField, keepTag } from '../saving/live-fields.ts'
import { useKeptInput } from '../saving/use-kept-input.ts'
import classes from './TagsField.module.css'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** Tags: Enter adds, Backspace removes the last one. */
export function TagsField({ entry, isReadOnly }: Props) {
  const text = useMessages(entryMessages)
  const { show } = useToasts()
  const [typed, setTyped] = useKeptInput(entry, 'tag')
  const suggestions = useTagSuggestions(typed)
  const tags = entry.tags_decoded.map(({ tag }) => tag)

  if (isReadOnly) {
    if (tags.length === 0) return <Text size="sm">{text.noTags}</Text>
    return (
      <Pill.Group>
        {tags.map((tag) => (
          <Pill key={tag} className={classes.pill}>
            {tag}
          </Pill>
        ))}
      </Pill.Group>
    )
  }
  return (
    <TagsInput
      aria-label={text.tags}
      placeholder={text.addTag}
      variant="unstyled"
      size="sm"
      classNames={{ input: classes.input, inputField: classes.field, pill: classes.pill }}
      value={tags}
      onChange={(wanted) => keepField(entry.id, 'tags', wanted)}
      onRemove={(tag) => show({ message: text.removed(tag), undo: () => keepTag(entry.id, tag) })}
      searchValue={typed}
      onSearchChange={setTyped}
      data={suggestions.filter((tag) => !tags.includes(tag))}
      limit={8}
      splitChars={[',', ';', '|']}
    />
  )
}
