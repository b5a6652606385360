import type { TimelineChange } from '@aliquot/contract/timeline'
import { useTexts } from '../../i18n/text.tsx'
import { DiffText } from './DiffText.tsx'
import { valueText } from './describe.ts'
import classes from './TimelinePanel.module.css'
import { timelineTexts } from './timeline.text.ts'

/** The old and the new value of a field. `isAlone`: the sentence above has named it already. */
export function ChangeView({ change, isAlone }: { change: TimelineChange; isAlone: boolean }) {
  const text = useTexts(timelineTexts)
  const before = valueText(change.field, change.before, text)
  const after = valueText(change.field, change.after, text)
  return (
    <div className={classes.change}>
      {!isAlone && <div className={classes.field}>{text.fields[change.field] ?? change.field}</div>}
      <DiffText before={before} after={after} />
    </div>
  )
}
