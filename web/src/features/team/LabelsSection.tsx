import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import type { LabelKind } from '../labels/labels.queries.ts'
import { LabelList } from './LabelList.tsx'
import { teamMessages } from './team.messages.ts'

const KINDS = {
  experiments: ['experiments_categories', 'experiments_status'],
  resources: ['resources_categories', 'items_status'],
} as const satisfies Record<string, readonly LabelKind[]>

type Sorted = keyof typeof KINDS

/** The categories and status of the team. */
export function LabelsSection() {
  const text = useMessages(teamMessages)
  const [sorted, setSorted] = useState<Sorted>('experiments')
  return (
    <Section title={text.sections.labels} intro={text.labelsIntro}>
      <div>
        <SegmentedControl
          aria-label={text.sortedEntries}
          value={sorted}
          onChange={(value) => setSorted(value as Sorted)}
          data={Object.keys(KINDS).map((value) => ({ value, label: text.entries[value as Sorted] }))}
        />
      </div>
      {KINDS[sorted].map((kind) => (
        <LabelList key={kind} kind={kind} />
      ))}
    </Section>
  )
}
