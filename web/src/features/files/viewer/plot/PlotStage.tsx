import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { localeOf } from '../../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../../i18n/messages.tsx'
import { useTheme } from '../../../../ui/theme/theme-choice.ts'
import { drawPlot, type Look } from './draw-plot.ts'
import classes from './PlotView.module.css'
import { plotMessages } from './plot.messages.ts'
import type { PlotData } from './plot-data.ts'

interface Props {
  data: PlotData
  look: Pick<Look, 'isLogX' | 'isLogY' | 'marks'>
  label: string
}

const FONT_SIZE = 12
/** Below this, axes leave no room for the plot. */
const LEAST_HEIGHT = 220
const STEP = 2

/** The plot itself. It follows the width of the page and its theme. */
export function PlotStage({ data, look, label }: Props) {
  const text = useMessages(plotMessages)
  const { language } = useLanguage()
  const { isDark } = useTheme()
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const { isLogX, isLogY, marks } = look
  useEffect(() => {
    const target = place.current
    if (!target) return
    const size = () => ({ width: target.clientWidth, height: Math.max(target.clientHeight - LEGEND, LEAST_HEIGHT) })
    const locale = localeOf(language)
    const drawn = drawPlot(data, { isLogX, isLogY, marks, isDark, locale, fontSize: FONT_SIZE, ...size() }, target)
    plot.current = drawn
    const watcher = new ResizeObserver(() => drawn.setSize(size()))
    watcher.observe(target)
    return () => {
      watcher.disconnect()
      drawn.destroy()
      plot.current = undefined
    }
  }, [data, isLogX, isLogY, marks, isDark, language])
  const button = { variant: 'default', size: 'sm' } as const
  return (
    <>
      <div ref={place} className={classes.stage} role="img" aria-label={label} />
      <div className={classes.zoom}>
        <span className={classes.hint}>{text.zoomHint}</span>
        <Button {...button} onClick={() => zoomBy(plot.current, STEP)}>
          {text.zoomIn}
        </Button>
        <Button {...button} onClick={() => zoomBy(plot.current, 1 / STEP)}>
          {text.zoomOut}
        </Button>
        <Button {...button} onClick={() => plot.current?.setData(plot.current.data, true)}>
          {text.showAll}
        </Button>
      </div>
    </>
  )
}

/** The height of the legend below the plot. */
const LEGEND = 48

/** Zooms the x axis around its middle, in the units of its scale. */
function zoomBy(plot: uPlot | undefined, factor: number): void {
  const { min, max, distr } = plot?.scales.x ?? {}
  if (!plot || min == null || max == null) return
  const isLog = distr === 3
  const [low, high] = isLog ? [Math.log(min), Math.log(max)] : [min, max]
  const half = (high - low) / 2 / factor
  const middle = (low + high) / 2
  const [from, to] = [middle - half, middle + half]
  plot.setScale('x', isLog ? { min: Math.exp(from), max: Math.exp(to) } : { min: from, max: to })
}
