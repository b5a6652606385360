import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { PlotData } from './plot-data.ts'

export type Marks = 'lines' | 'points' | 'both'

export interface Look {
  isLogX: boolean
  isLogY: boolean
  marks: Marks
  isDark: boolean
  locale: string
  width: number
  height: number
  /** Of letters, in pixels. */
  fontSize: number
}

const HUES = ['teal', 'orange', 'blue', 'pink', 'lime', 'violet', 'red', 'cyan'] as const
/** Lines differ without their colours, too. */
const DASHES = [[], [10, 5], [3, 3], [12, 4, 3, 4]] as const

/** Colours of the theme, which a canvas cannot name. */
export function colourOf(place: number, isDark: boolean): string {
  return tokenOf(`--mantine-color-${HUES[place % HUES.length]}-${isDark ? 4 : 8}`)
}

function tokenOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** Draws into the target. */
export function drawPlot(data: PlotData, look: Look, target: HTMLElement, onDrawn?: () => void): uPlot {
  const { isLogX, isLogY, isDark, marks, fontSize } = look
  const ink = tokenOf(isDark ? '--mantine-color-dark-0' : '--mantine-color-gray-8')
  const line = tokenOf(isDark ? '--mantine-color-dark-4' : '--mantine-color-gray-3')
  const font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`
  const axis = {
    stroke: ink,
    font,
    labelFont: font,
    labelSize: fontSize * 2,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  }
  const numbers = new Intl.NumberFormat(look.locale, { maximumSignificantDigits: 6 })
  const valueText = (_: uPlot, value: number | null) => (value === null ? '–' : numbers.format(value))
  const tickText = (_: uPlot, ticks: (number | null)[]) =>
    ticks.map((tick) => (tick === null ? '' : numbers.format(tick)))
  const size = fontSize * 4.5
  return new uPlot(
    {
      width: look.width,
      height: look.height,
      cursor: { drag: { x: true, y: true, uni: 24, setScale: true }, points: { size: 8 } },
      legend: { live: true },
      scales: {
        x: { time: data.isTime, distr: isLogX && !data.isTime ? 3 : 1 },
        y: { distr: isLogY ? 3 : 1 },
      },
      axes: [
        { ...axis, label: data.xName, size: fontSize * 3, ...(!data.isTime && { values: tickText }) },
        { ...axis, label: data.series.length === 1 ? (data.series[0]?.name ?? '') : '', size, values: tickText },
      ],
      series: [
        { label: data.xName, ...(!data.isTime && { value: valueText }) },
        ...data.series.map(({ name }, place): uPlot.Series => {
          const stroke = colourOf(place, isDark)
          return {
            label: name,
            stroke,
            width: 2,
            dash: [...(DASHES[Math.floor(place / 2) % DASHES.length] ?? [])],
            value: valueText,
            spanGaps: true,
            points: { show: marks !== 'lines', size: 6, fill: stroke },
            ...(marks === 'points' && { paths: () => null }),
          }
        }),
      ],
      hooks: onDrawn ? { ready: [() => onDrawn()] } : {},
    },
    [data.xs, ...data.series.map(({ values }) => values)],
    target,
  )
}
