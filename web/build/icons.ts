/**
 * `npm run icons`: the PNG icons of the installed app from `icon.svg`. Run it after a change of the drawing and commit
 * the pictures.
 */
import { readFileSync } from 'node:fs'
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
