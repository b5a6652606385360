import { Button } from '@mantine/core'
import { Archive, Star, X } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { hasFilters, type ListSearch, type SearchChange } from '../list-search.ts'
import { useListType, useListTypeMessages } from '../list-type.ts'
import { DateButton } from './DateButton.tsx'
import classes from './FilterBar.module.css'
import { FilterChip } from './FilterChip.tsx'
import { LabelButton } from './LabelButton.tsx'
import { OwnerButton } from './OwnerButton.tsx'
import { TagButton } from './TagButton.tsx'

const loadChoices = () => import('./ChoicePopover.tsx').then(({ ChoicePopover }) => ChoicePopover)

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
  const states = { active: text.active, archived: text.archived, deleted: text.trash }
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
      <FilterChip
        name={text.state}
        value={state === 'active' ? undefined : states[state]}
        icon={<Archive size={14} aria-hidden="true" />}
        load={loadChoices}
        opened={{
          name: text.state,
          value: state,
          choices: Object.entries(states).map(([value, label]) => ({ value, label })),
          pick: (value: string) => change({ state: value === 'active' ? undefined : (value as typeof search.state) }),
        }}
        clear={() => change({ state: undefined })}
      />
      <LabelButton field="status" ids={search.status} change={change} />
      <LabelButton field="category" ids={search.category} change={change} />
      <OwnerButton owner={owner} change={change} />
      {!isTemplates && <DateButton date={date} change={change} />}
      <FilterChip
        name={text.rating}
        value={rating === undefined ? undefined : text.stars(rating)}
        icon={<Star size={14} aria-hidden="true" />}
        load={loadChoices}
        opened={{
          name: text.rating,
          value: String(rating ?? ''),
          choices: [
            { value: '', label: text.anyRating },
            ...[1, 2, 3, 4, 5].map((least) => ({ value: String(least), label: text.stars(least) })),
          ],
          pick: (value: string) => change({ rating: value === '' ? undefined : Number(value) }),
        }}
        clear={() => change({ rating: undefined })}
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
