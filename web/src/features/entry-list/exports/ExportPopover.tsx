import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { FilterPopover } from '../../../ui/menus/FilterPopover.tsx'
import type { Opened } from '../../../ui/menus/PopoverButton.tsx'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'
import type { Exported } from '../../exports/download.ts'
import { ExportChoices } from '../../exports/ExportChoices.tsx'
import { exportMessages } from '../../exports/exports.messages.ts'
import { LabelsChoice } from '../../exports/LabelsChoice.tsx'
import { useListType } from '../list-type.ts'

const ListLabels = onDemand(async () => (await import('../../label-sheets/ListLabels.tsx')).ListLabels)

export function ExportPopover({ exported, ...opened }: Opened & { exported: Exported }) {
  const text = useMessages(exportMessages)
  const type = useListType()
  const [showsLabels, setLabels] = useState(false)
  const closeLabels = () => setLabels(false)
  const chooseLabels = () => {
    opened.close()
    setLabels(true)
  }
  return (
    <>
      <FilterPopover {...opened} label={text.title} position="bottom-end">
        <LabelsChoice choose={chooseLabels} />
        <ExportChoices exported={exported} close={opened.close} />
      </FilterPopover>
      {showsLabels && <ListLabels type={type} query={exported.query} close={closeLabels} giveUp={closeLabels} />}
    </>
  )
}
