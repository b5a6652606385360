import type { Sharp } from 'sharp'
import { openImage } from '../pictures.ts'
import type { Placed } from './text/place.ts'

/** Runs only in the process for paper. */

const QUALITY = 88
const MOST_SIDE = 1600
/** Pictures that are written into the text itself. */
const DATA = /\bsrc\s*=\s*["']?(data:image\/(?:png|jpeg|gif|webp);base64,([a-z\d+/=\s]*))/gi
const MOST_DATA = 200
/** Of all pictures of an entry together: the pages need time too. */
const MOST_ALL_PIXELS = 400_000_000
const MOST_ALL_MS = 20_000

export interface Prepared {
  files: Map<string, Uint8Array>
  /** By the name of the file. */
  ofFiles: Map<string, Placed>
  pictureOf(source: string): Placed | undefined
}

/** The pictures of an entry as JPEG on white, which every reader of PDF shows. Broken ones, and those beyond the limits, are left out. */
export async function preparePictures(html: string, pictures: ReadonlyMap<string, Uint8Array>): Promise<Prepared> {
  const files = new Map<string, Uint8Array>()
  const ofFiles = new Map<string, Placed>()
  const ofText = new Map<string, Placed>()
  const until = performance.now() + MOST_ALL_MS
  let room = MOST_ALL_PIXELS
  const add = async (content: Uint8Array, to: Map<string, Placed>, name: string) => {
    if (performance.now() > until) return
    const path = `/picture-${files.size}.jpg`
    const drawn = await draw(content, room).catch(() => undefined)
    if (!drawn) return
    room -= drawn.pixels
    files.set(path, drawn.data)
    to.set(name, { path, width: drawn.info.width, height: drawn.info.height })
  }
  for (const [name, content] of pictures) await add(content, ofFiles, name)
  for (const [, source = '', base64 = ''] of [...html.matchAll(DATA)].slice(0, MOST_DATA)) {
    if (!ofText.has(source)) await add(Buffer.from(base64, 'base64'), ofText, source)
  }
  const pictureOf = (source: string) =>
    source.startsWith('data:') ? ofText.get(source) : ofFiles.get(nameIn(source, ofFiles) ?? '')
  return { files, ofFiles, pictureOf }
}

/** The file that an address of the notebook names. Some have both, and then `name` is the one that people gave. */
function nameIn(address: string, known: ReadonlyMap<string, Placed>): string | undefined {
  const query = new URLSearchParams(address.split('?', 2)[1] ?? '')
  return [query.get('f'), query.get('name')].find((name): name is string => name !== null && known.has(name))
}

async function draw(content: Uint8Array, room: number) {
  const image: Sharp = await openImage(content)
  const { width, height } = await image.metadata()
  const pixels = width * height
  if (pixels > room) return undefined
  const drawn = await image
    .autoOrient()
    .resize({ width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { ...drawn, pixels }
}
