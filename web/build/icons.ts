/**
 * `npm run icons`: the PNG icons of the installed app, and `favicon.ico` for browsers that show no SVG in a tab, from
 * `icon.svg`. Run it after a change of the drawing and commit the pictures.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const STATIC = join(import.meta.dirname, '../static')
const GREEN = '#0f8a70'
const WHITE = '#ffffff'

/** `part`: how much of the width the drawing takes. Systems cut a maskable icon down to its inner 80 %. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 0.72, colour: GREEN, ground: WHITE, isRounded: true },
  { name: 'icon-512', size: 512, part: 0.72, colour: GREEN, ground: WHITE, isRounded: true },
  { name: 'maskable-512', size: 512, part: 0.54, colour: WHITE, ground: GREEN, isRounded: false },
  { name: 'apple-touch-icon', size: 180, part: 0.62, colour: GREEN, ground: WHITE, isRounded: false },
]

const drawing = readFileSync(join(STATIC, 'icon.svg'), 'utf8')
const paths = /<path.*(?=<\/svg>)/s.exec(drawing)?.[0] ?? ''

for (const { name, size, part, colour, ground, isRounded } of ICONS) {
  const margin = (24 / part - 24) / 2
  const side = 24 / part
  const corner = isRounded ? side * 0.18 : 0
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
    viewBox="${-margin} ${-margin} ${side} ${side}" fill="none" color="${colour}">
    <rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" rx="${corner}" fill="${ground}"/>${paths}</svg>`
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(STATIC, `icons/${name}.png`))
}

/** The sizes of a tab, of a tab on a fine screen, and of a shortcut. */
const TAB_SIZES = [16, 32, 48]
const tabIcons = await Promise.all(
  TAB_SIZES.map((size) => {
    const svg = drawing.replace('<svg', `<svg width="${size}" height="${size}"`)
    return sharp(Buffer.from(svg)).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer()
  }),
)
writeFileSync(join(STATIC, 'favicon.ico'), icoOf(tabIcons))

/** A file of icons: a head, a line about each picture, then the pictures. */
function icoOf(pictures: readonly Buffer[]): Buffer {
  const [headSize, lineSize] = [6, 16]
  const head = Buffer.alloc(headSize + lineSize * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [index, picture] of pictures.entries()) {
    const line = headSize + lineSize * index
    head.writeUInt8(TAB_SIZES[index] ?? 0, line)
    head.writeUInt8(TAB_SIZES[index] ?? 0, line + 1)
    head.writeUInt16LE(1, line + 4)
    head.writeUInt16LE(32, line + 6)
    head.writeUInt32LE(picture.length, line + 8)
    head.writeUInt32LE(at, line + 12)
    at += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
