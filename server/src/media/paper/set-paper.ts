import { partOf } from '../../lib/pdf/part.ts'
import { bitmapOfPage } from '../pdf.ts'
import { openBitmap, openImage } from '../pictures.ts'
import { qrOf } from './codes.ts'
import { labelsTree } from './labels-tree.ts'
import { preparePictures } from './pictures.ts'
import type { MadePaper, PaperRequest } from './protocol.ts'
import type { CodePicture } from './sheet.ts'
import { codesTree, sheetTree } from './sheet-tree.ts'
import { spokenOf } from './text/scripts.ts'
import { typeset } from './typesetter.ts'

/** Runs only in the process for paper. */

export async function setPaper(request: PaperRequest): Promise<MadePaper> {
  if (request.task === 'code') return { data: await drawCode(request.code) }
  if (request.task === 'codes') {
    const { pdf } = await typeset('codes', codesTree(request.sheet))
    return partOf(pdf, request.start)
  }
  if (request.task === 'labels') {
    const { pdf } = await typeset('labels', labelsTree(request.sheet))
    return partOf(pdf, request.start)
  }
  const { sheet, start } = request
  const { files, ofFiles, pictureOf } = await preparePictures(sheet.html, sheet.pictures)
  const { pdf } = await typeset('paper', sheetTree(sheet, pictureOf, ofFiles), files)
  return partOf(pdf, start)
}

/** A code with its title as PNG. Each module has the same number of pixels, so that it is read well. */
async function drawCode({ address, lines, size }: CodePicture): Promise<Uint8Array> {
  const { svg, side } = qrOf(address)
  const shown = side * Math.max(1, Math.floor(size / side))
  const width = Math.max(size, shown)
  if (lines.length === 0) {
    const image = await openImage(
      Buffer.from(svg.replaceAll(/(?:width|height)="\d+"/g, (one) => one.replace(/\d+/, String(shown)))),
    )
    const edge = Math.floor((width - shown) / 2)
    const rest = width - shown - edge
    return image.extend({ top: edge, left: edge, bottom: rest, right: rest, background: '#ffffff' }).png().toBuffer()
  }
  const tree = () => ({
    single: true,
    size: width,
    title: address,
    author: '',
    language: 'en',
    date: { year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0 },
    labels: [{ svg, address, side: shown, lines, ...spokenOf(lines.join(' ')) }],
  })
  const { pdf } = await typeset('codes', tree)
  const image = await openBitmap(await bitmapOfPage(Buffer.from(pdf), 1, width))
  return image.flatten({ background: '#ffffff' }).png().toBuffer()
}
