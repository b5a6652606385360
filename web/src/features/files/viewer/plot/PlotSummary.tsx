import { localeOf } from '../../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../../i18n/messages.tsx'
import classes from './PlotView.module.css'
import { plotMessages } from './plot.messages.ts'
import type { Summary } from './plot-data.ts'

/** What a plot shows, for those who do not see it, and for a quick look. */
export function PlotSummary({ summaries }: { summaries: readonly Summary[] }) {
  const text = useMessages(plotMessages)
  const { language } = useLanguage()
  const { format } = new Intl.NumberFormat(localeOf(language), { maximumSignificantDigits: 6 })
  return (
    <table className={classes.summary}>
      <caption>{text.summary}</caption>
      <thead>
        <tr>
          {[text.series, text.count, text.lowest, text.highest, text.mean].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {summaries.map(({ name, count, lowest, highest, mean }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{format(count)}</td>
            {[lowest, highest, mean].map((value, place) => (
              <td key={place}>{count > 0 ? format(value) : '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
