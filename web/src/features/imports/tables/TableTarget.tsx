import type { EntityType } from '@aliquot/contract/common'
import { NativeSelect, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../../i18n/messages.tsx'
import { isTemplateType, type MadeType } from '../../entry-data/entry-types.ts'
import { useSession } from '../../session/session.queries.ts'
import { importMessages } from '../imports.messages.ts'
import classes from './TableView.module.css'
import { tableMessages } from './table.messages.ts'
import { type Choices, USUAL_TYPE } from './table-choices.ts'
import { categoriesFor, categoryKindOf, rowTemplatesFor } from './table-targets.queries.ts'

const TYPES = ['items', 'experiments', 'items_types', 'experiments_templates'] as const

interface Props {
  choices: Choices
  choose(change: Partial<Choices>): void
}

/** What the rows become: their type, one category for all of them, and the template that they are made from. */
export function TableTarget({ choices, choose }: Props) {
  const text = useMessages(tableMessages)
  const { type: names } = useMessages(importMessages)
  const { team } = useSession()
  const type = choices.entity_type ?? USUAL_TYPE
  const { data: labels = [] } = useQuery(categoriesFor(team, type))
  const changeType = (entity_type: EntityType) => {
    const keepsCategory = categoryKindOf(entity_type) === categoryKindOf(type)
    choose({ entity_type, template: null, ...(!keepsCategory && { category: null }) })
  }
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {text.becomes}
      </Title>
      <div className={classes.fields}>
        <NativeSelect
          label={text.type}
          value={type}
          data={TYPES.map((value) => ({ value, label: names[value] }))}
          onChange={({ currentTarget }) => {
            const found = TYPES.find((value) => value === currentTarget.value)
            if (found) changeType(found)
          }}
        />
        <NativeSelect
          label={text.category}
          value={String(choices.category ?? '')}
          data={[
            { value: '', label: text.fromColumn },
            ...labels.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={({ currentTarget }) => choose({ category: Number(currentTarget.value) || null })}
        />
        {!isTemplateType(type) && (
          <TemplateChoice makes={type} value={choices.template} choose={(template) => choose({ template })} />
        )}
      </div>
    </section>
  )
}

interface TemplateProps {
  makes: MadeType
  value: number | null
  choose(template: number | null): void
}

function TemplateChoice({ makes, value, choose }: TemplateProps) {
  const text = useMessages(tableMessages)
  const { data: templates = [] } = useQuery(rowTemplatesFor(makes))
  return (
    <NativeSelect
      label={text.template}
      value={String(value ?? '')}
      data={[
        { value: '', label: text.noTemplate },
        ...templates.map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
    />
  )
}
