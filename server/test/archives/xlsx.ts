import { type Forged, forgeZip } from './forged-zip.ts'

/** What a workbook of a test has besides what every workbook has. */
export interface WorkbookParts {
  /** The rows of each sheet as XML, by its name; or a whole part. */
  sheets?: Readonly<Record<string, string>>
  /** The content of `<sst>`. */
  strings?: string | null
  /** The content of `<styleSheet>`. */
  styles?: string
  workbook?: string
  /** More members, or others in the place of those. */
  members?: readonly Forged[]
  /** Members that are left out. */
  without?: readonly string[]
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as Excel writes them. */
export function xlsx({
  sheets = {},
  strings = '',
  styles = '',
  workbook = '',
  members = [],
  without = [],
}: WorkbookParts): Buffer {
  const names = Object.keys(sheets)
  const listed = names.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const relations = [
    ...names.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
    relation('rIdStyles', 'styles', 'styles.xml'),
    ...(strings === null ? [] : [relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml')]),
  ]
  const own: Forged[] = [
    { name: '[Content_Types].xml', content: `${HEAD}<Types/>` },
    {
      name: '_rels/.rels',
      content: `${HEAD}<Relationships ${RELATIONS}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}">${workbook}<sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${HEAD}<Relationships ${RELATIONS}>${relations.join('')}</Relationships>`,
    },
    { name: 'xl/styles.xml', content: `${HEAD}<styleSheet ${MAIN}>${styles}</styleSheet>` },
    ...(strings === null ? [] : [{ name: 'xl/sharedStrings.xml', content: `${HEAD}<sst ${MAIN}>${strings}</sst>` }]),
    ...names.map((name, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: wholeSheet(sheets[name] ?? ''),
    })),
  ]
  const replaced = new Set([...members.map(({ name }) => name), ...without])
  return forgeZip([...own.filter(({ name }) => !replaced.has(name)), ...members])
}

function wholeSheet(rows: string): string {
  if (!rows.startsWith('<row') && rows !== '') return rows
  return `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`
}

function relation(id: string, kind: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
}

/** A row of texts and numbers, without addresses. */
export function row(...cells: readonly (string | number | null)[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return '<c/>'
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
    return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  })
  return `<row>${written.join('')}</row>`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
