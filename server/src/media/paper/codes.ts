import { dataMatrixOf } from '@aliquot/contract/label-sheets/data-matrix'
import { type LabelCode, QUIET } from '@aliquot/contract/label-sheets/geometry'
import { generate } from 'lean-qr'

interface Code {
  svg: string
  /** Modules of a side, with the quiet zone around them. */
  side: number
}

export function qrOf(text: string): Code {
  const code = generate(text)
  return drawn(code.size, QUIET.qr, (x, y) => code.get(x, y))
}

export function codeOf(kind: LabelCode, text: string): Code {
  if (kind === 'qr') return qrOf(text)
  const code = dataMatrixOf(text)
  if (!code) throw new Error('a text that no Data Matrix code has')
  return drawn(code.size, QUIET.datamatrix, code.isDark)
}

function drawn(size: number, quiet: number, isDark: (x: number, y: number) => boolean): Code {
  const side = size + 2 * quiet
  const path: string[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      // One rectangle for each run of dark modules.
      const from = x
      while (x + 1 < size && isDark(x + 1, y)) x += 1
      path.push(`M${from + quiet} ${y + quiet}h${x - from + 1}v1h-${x - from + 1}z`)
    }
  }
  const measures = `viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" ${measures} shape-rendering="crispEdges">` +
    `<path d="M0 0h${side}v${side}h-${side}z" fill="#fff"/><path d="${path.join('')}" fill="#000"/></svg>`
  return { svg, side }
}
