import { colourOf, drawPlot, type Look } from './draw-plot.ts'
import type { PlotData } from './plot-data.ts'

const SIZE = { width: 1200, height: 720, fontSize: 20 } as const
const LINE = 36
const MARGIN = 24

/** A picture for texts and paper: dark on white whatever the theme, with the names of its series. */
export async function plotPicture(data: PlotData, look: Omit<Look, keyof typeof SIZE | 'isDark'>): Promise<Blob> {
  const place = document.createElement('div')
  let whenDrawn = () => {}
  const drawn = new Promise<void>((resolve) => {
    whenDrawn = resolve
  })
  const plot = drawPlot(data, { ...look, ...SIZE, isDark: false }, place, whenDrawn)
  await drawn
  try {
    return await withNames(plot.ctx.canvas, data)
  } finally {
    plot.destroy()
  }
}

function withNames(drawing: HTMLCanvasElement, { series }: PlotData): Promise<Blob> {
  const scale = drawing.width / SIZE.width
  const canvas = document.createElement('canvas')
  // One series is named at its axis.
  const named = series.length > 1 ? series : []
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const font = `${SIZE.fontSize}px ${getComputedStyle(document.body).fontFamily}`
  pen.font = font
  const places = wrap(named.map(({ name }) => pen.measureText(name).width + 2 * LINE))
  const rows = (places.at(-1)?.row ?? -1) + 1
  canvas.width = drawing.width
  canvas.height = drawing.height + (rows * LINE + 2 * MARGIN) * scale
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(drawing, 0, MARGIN * scale)
  pen.scale(scale, scale)
  pen.font = font
  pen.textBaseline = 'middle'
  for (const [number, { name }] of named.entries()) {
    const { row = 0, left = 0 } = places[number] ?? {}
    const y = SIZE.height + MARGIN + (row + 0.5) * LINE
    pen.fillStyle = colourOf(number, false)
    pen.fillRect(left, y - 3, 24, 6)
    pen.fillStyle = '#000000'
    pen.fillText(name, left + 32, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** Where names of these widths go, line by line. */
function wrap(widths: readonly number[]): { row: number; left: number }[] {
  let [row, left] = [0, MARGIN]
  return widths.map((width) => {
    if (left > MARGIN && left + width > SIZE.width - MARGIN) [row, left] = [row + 1, MARGIN]
    const place = { row, left }
    left += width
    return place
  })
}
