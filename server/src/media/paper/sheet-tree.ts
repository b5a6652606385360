import { drawFormulas } from '../../lib/offline-page/formulas.ts'
import { showNumberFormats } from '../../lib/offline-page/number-formats.ts'
import { cutUnits } from '../../lib/text.ts'
import { qrOf } from './codes.ts'
import type { CodeSheet, Fact, Section, Sheet, SheetWords } from './sheet.ts'
import { fitsPaper } from './text/addresses.ts'
import { blocksOf } from './text/html-tree.ts'
import type { Placed } from './text/place.ts'
import { breakable, lines } from './text/runs.ts'
import { isRtl, spokenOf } from './text/scripts.ts'
import type { Block, Run, Spoken } from './tree.ts'
import { numberOf } from './typesetter.ts'

/** Of the title at the top of later pages. */
const MOST_HEAD = 90
const POINTS_OF_MM = 72 / 25.4
const MARGINS_MM = 40

export type PictureOf = (source: string) => Placed | undefined

/** What the template of an entry reads. */
export function sheetTree(sheet: Sheet, pictureOf: PictureOf, thumbnails: ReadonlyMap<string, Placed>) {
  const { baseUrl, words, page } = sheet
  const html = drawFormulas(showNumberFormats(sheet.html))
  const width = (page.width - MARGINS_MM) * POINTS_OF_MM
  const text = blocksOf(html, { baseUrl, words, pictureOf }, width)
  const sections = sheet.sections.map((section) => ({ more: section.more ?? '', ...sectionTree(section, thumbnails) }))
  const title = [sheet.mark, sheet.title].filter(Boolean).join(' · ')
  return (missing: readonly string[]) => ({
    ...commonOf(sheet),
    heading: line(title, sheet.title),
    head: line(title.length > MOST_HEAD ? `${cutUnits(title, MOST_HEAD)}…` : title, sheet.title),
    classification: sheet.classification,
    badges: sheet.badges.map(({ text, color }) => ({
      text,
      color: `#${/^[\da-f]{6}$/i.test(color) ? color : '888888'}`,
    })),
    facts: sheet.facts.map(factTree),
    text,
    sections,
    about: { title: sheet.about.title, facts: sheet.about.facts.map(factTree) },
    foot: { ...sheet.foot, svg: qrOf(sheet.foot.address).svg },
    missing: toldMissing(words, missing),
  })
}

/** What the template of codes reads. */
export function codesTree(sheet: CodeSheet) {
  return (missing: readonly string[]) => ({
    ...commonOf(sheet),
    single: false,
    labels: sheet.labels.map(({ address, title }) => ({
      address,
      lines: [title],
      svg: qrOf(address).svg,
      ...spokenOf(title),
    })),
    missing: toldMissing(sheet.words, missing),
  })
}

function commonOf({ page, language, title, author, madeAt, words }: CodeSheet | Sheet) {
  const [year, month, day, hour, minute, second] = madeAt.split(/\D/).map(Number)
  return { page, language, title, author, words, date: { year, month, day, hour, minute, second } }
}

function toldMissing({ noFont }: Pick<SheetWords, 'noFont'>, missing: readonly string[]): string {
  if (missing.length === 0) return ''
  return noFont.replace('{list}', missing.slice(0, MOST_NAMED).map(numberOf).join(', '))
}

const MOST_NAMED = 100

/** The direction is that of the words themselves, not of a number before them. */
function line(text: string, said = text): Spoken & { c: Run[] } {
  return { c: breakable(text), ...spokenOf(said) }
}

function factTree({ name, value, href }: Fact) {
  return {
    name: breakable(name),
    spokenname: spokenOf(name),
    value: lines(value),
    ...spokenOf(value),
    ...(href && fitsPaper(URL.parse(href)) && { href }),
  }
}

function sectionTree(section: Section, thumbnails: ReadonlyMap<string, Placed>): object {
  const { kind, title } = section
  switch (kind) {
    case 'facts':
      return { kind, title, groups: section.groups.map((group) => ({ ...group, facts: group.facts.map(factTree) })) }
    case 'steps':
      return {
        kind,
        title,
        steps: section.steps.map(({ isDone, text, told }) => ({
          done: isDone,
          told,
          text: lines(text),
          ...spokenOf(text),
        })),
      }
    case 'links':
      return {
        kind,
        title,
        links: section.links.map(({ text, told, href }) => ({ told, href, text: lines(text), ...spokenOf(text) })),
      }
    case 'files':
      return {
        kind,
        title,
        files: section.files.map(({ name, told, comment, hash, picture }) => ({
          name: breakable(name),
          plain: name,
          told,
          comment: lines(comment),
          hash: breakable(hash),
          picture: (picture !== undefined && thumbnails.get(picture)?.path) || null,
          ...spokenOf(name),
        })),
      }
    case 'said':
      return { kind, title, said: section.said.map(({ who, text }) => ({ who, text: paragraphs(text) })) }
    default:
      return section
  }
}

/** Plain text, a paragraph for each line. */
function paragraphs(text: string): Block[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((words) => words.trim() !== '')
    .map((words) => ({ k: 'p', c: breakable(words), ...(isRtl(words) && { d: 'rtl' as const }), ...spokenOf(words) }))
}
