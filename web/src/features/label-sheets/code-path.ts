import { dataMatrixOf } from '@aliquot/contract/label-sheets/data-matrix'
import { type LabelCode, QUIET } from '@aliquot/contract/label-sheets/geometry'
import { encode } from '../../ui/qr/QrCode.tsx'

export interface DrawnCode {
  /** Modules of a side, with the quiet zone around them. */
  modules: number
  path: string
}

/** A code as the path of an SVG. Undefined if it cannot hold the text. */
export async function codePath(kind: LabelCode, text: string): Promise<DrawnCode | undefined> {
  if (kind === 'qr') {
    const { size, path } = await encode(text)
    return { modules: size + 2 * QUIET.qr, path }
  }
  const code = dataMatrixOf(text)
  if (!code) return undefined
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.isDark(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  return { modules: code.size + 2 * QUIET.datamatrix, path }
}
