import { posix } from 'node:path'
import { InvalidInput } from '../../../../errors.ts'
import { cutUnits } from '../../../../lib/text.ts'
import type { Parts } from './parts.ts'
import { attributesOf, type XmlHandler } from './xml-stream.ts'

export interface Sheet {
  name: string
  part: string
  isHidden: boolean
}

export interface Workbook {
  sheets: Sheet[]
  styles: string | null
  sharedStrings: string | null
  /** Days count from 1904 and not from 1900. */
  is1904: boolean
}

const MOST_SHEETS = 2000
/** Spreadsheets allow 31. */
const LONGEST_NAME = 255

/** What a workbook consists of. Addresses outside of it are never followed. */
export async function readWorkbook(parts: Parts): Promise<Workbook> {
  const main = await mainPart(parts)
  const related = await relationsOf(parts, main)
  const target = (kind: string) => [...related.values()].find(({ type }) => type.endsWith(`/${kind}`))?.part ?? null
  const sheets: Sheet[] = []
  let is1904 = false
  await parts.read(main, {
    ...NOTHING,
    open(name, text) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributesOf(text).get('date1904') ?? '')
      if (name !== 'sheet' || sheets.length === MOST_SHEETS) return
      const given = attributesOf(text)
      const relation = related.get(given.get('r:id') ?? '')
      // Others are charts and dialogs.
      if (!relation?.type.endsWith('/worksheet')) return
      const isHidden = (given.get('state') ?? 'visible') !== 'visible'
      sheets.push({ name: cutUnits(given.get('name') ?? '', LONGEST_NAME), part: relation.part, isHidden })
    },
  })
  return { sheets, styles: target('styles'), sharedStrings: target('sharedStrings'), is1904 }
}

export const NOTHING: XmlHandler = { open() {}, text() {}, close() {} }

async function mainPart(parts: Parts): Promise<string> {
  const related = parts.has('_rels/.rels') ? await relationsOf(parts, '') : new Map<string, Relation>()
  const main = [...related.values()].find(({ type }) => type.endsWith('/officeDocument'))?.part ?? 'xl/workbook.xml'
  if (!parts.has(main) || !main.endsWith('.xml') || !/workbook/i.test(main)) throw new InvalidInput('table.no_workbook')
  return main
}

interface Relation {
  type: string
  part: string
}

const MOST_RELATIONS = 100_000

async function relationsOf(parts: Parts, of: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(of || 'x')
  const name = posix.join(folder, '_rels', `${posix.basename(of)}.rels`)
  const found = new Map<string, Relation>()
  await parts.read(name, {
    ...NOTHING,
    open(tag, text) {
      if (tag !== 'Relationship' || found.size === MOST_RELATIONS) return
      const given = attributesOf(text)
      const target = given.get('Target') ?? ''
      if (given.get('TargetMode') === 'External') return
      const part = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      found.set(given.get('Id') ?? '', { type: given.get('Type') ?? '', part })
    },
  })
  return found
}
