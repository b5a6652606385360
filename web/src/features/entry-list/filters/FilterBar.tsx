import { Button, NativeSelect } from '@mantine/core'
import { X } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { hasFilters, type ListSearch, type SearchChange } from '../list-search.ts'
import { useListType, useListTypeMessages } from '../list-type.ts'
import { DateButton } from './DateButton.tsx'
import classes from './FilterBar.module.css'
import { LabelButton } from './LabelButton.tsx'
import { OwnerButton } from './OwnerButton.tsx'
import { TagButton } from './TagButton.tsx'

interface Props {
  search: ListSearch
  change(change: SearchChange): void
  clear(): void
}

/** The filters of the list, all of which are in the URL. */
export function FilterBar({ search, change, clear }: Props) {
  const text = useMessages(entryListMessages)
  const ofType = useListTypeMessages()
  const isTemplates = isTemplateType(useListType())
  const { scope = 2, state = 'active', owner, date, rating, tags = [] } = search
  return (
    <fieldset className={classes.bar} aria-label={text.filters}>
      <Segments
        label={ofType.scope}
        value={String(scope)}
        onChange={(value) => change({ scope: value === '2' ? undefined : (Number(value) as 1 | 3) })}
        options={[
          { value: '1', label: text.mine },
          { value: '2', label: text.team },
          { value: '3', label: text.everything },
        ]}
      />
      <Choice
        label={text.state}
        value={state}
        isSet={state !== 'active'}
        data={[
          { value: 'active', label: text.active },
          { value: 'archived', label: text.archived },
          { value: 'deleted', label: text.trash },
        ]}
        onChange={(value) => change({ state: value === 'active' ? undefined : (value as 'archived' | 'deleted') })}
      />
      <LabelButton field="status" ids={search.status} change={change} />
      <LabelButton field="category" ids={search.category} change={change} />
      <OwnerButton owner={owner} change={change} />
      {!isTemplates && <DateButton date={date} change={change} />}
      <Choice
        label={text.rating}
        value={String(rating ?? '')}
        isSet={rating !== undefined}
        data={[
          { value: '', label: text.anyRating },
          ...[1, 2, 3, 4, 5].map((least) => ({ value: String(least), label: text.stars(least) })),
        ]}
        onChange={(value) => change({ rating: value === '' ? undefined : Number(value) })}
      />
      {tags.map((tag) => (
        <Button
          key={tag}
          size="xs"
          radius="xl"
          variant="light"
          className={classes.tag}
          aria-label={text.removeFilter(tag)}
          rightSection={<X size={14} aria-hidden="true" />}
          onClick={() => change({ tags: tags.filter((one) => one !== tag) })}
        >
          {tag}
        </Button>
      ))}
      <TagButton
        radius="xl"
        label={text.addTagFilter}
        without={tags}
        pick={(tag) => !tags.includes(tag) && change({ tags: [...tags, tag] })}
      >
        {text.tag}
      </TagButton>
      {hasFilters(search) && (
        <Button size="xs" radius="xl" variant="subtle" onClick={clear}>
          {text.clearFilters}
        </Button>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  value: string
  isSet: boolean
  data: { value: string; label: string }[]
  onChange(value: string): void
}

function Choice({ label, value, isSet, data, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      radius="xl"
      aria-label={label}
      className={isSet ? classes.chosen : classes.choice}
      value={value}
      data={data}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
