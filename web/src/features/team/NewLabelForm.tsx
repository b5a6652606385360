import type { ListedLabel } from '@aliquot/contract/labels'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { AddLine } from '../../ui/fields/AddLine.tsx'
import type { LabelKind } from '../labels/labels.queries.ts'
import { ColorButton } from './ColorButton.tsx'
import { useLabelChanges } from './label-changes.queries.ts'
import { LABEL_COLORS } from './label-colors.ts'
import { teamMessages } from './team.messages.ts'

/** A new label with an unused colour. */
export function NewLabelForm({ kind, used }: { kind: LabelKind; used: readonly ListedLabel[] }) {
  const text = useMessages(teamMessages)
  const { add } = useLabelChanges(kind)
  const [chosen, setChosen] = useState<string>()
  const color = chosen ?? freeColor(used)
  const addLabel = async (name: string) => {
    await add.mutateAsync({ name, color })
    setChosen(undefined)
  }
  return (
    <AddLine label={text.kinds[kind].add} fields={['name', 'title', 'color']} add={addLabel}>
      <ColorButton label={text.newColor} color={color} pick={setChosen} />
    </AddLine>
  )
}

function freeColor(used: readonly ListedLabel[]): string {
  const colors = Object.values(LABEL_COLORS)
  return colors.find((color) => !used.some((label) => label.color === color)) ?? LABEL_COLORS.gray
}
