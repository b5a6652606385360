/** What the margins of each sheet say. */
export interface Sheet {
  title: string
  /** The numbers by which the entry is filed. */
  ids: string
  address: string
  page: string
  pageOf: string
}

const TITLE_LENGTH = 80
const SMALL = 'font: 8pt system-ui, sans-serif; color: #555'

/** The style of the sheets. The wider margin is for the holes of a binder. */
export function pageStyle({ title, ids, address, page, pageOf }: Sheet): string {
  const short = title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title
  return `@page {
  margin: 18mm 15mm 18mm 22mm;
  @top-left { content: ${quote(short)}; ${SMALL}; text-align: left }
  @top-right { content: ${quote(ids)}; ${SMALL}; text-align: right; white-space: nowrap }
  @bottom-left { content: ${quote(address)}; ${SMALL}; text-align: left }
  @bottom-right { content: ${quote(`${page} `)} counter(page) ${quote(` ${pageOf} `)} counter(pages); ${SMALL}; text-align: right; white-space: nowrap }
}
@page :first { @top-left { content: none } }`
}

/** As a string of CSS, whatever is in it. */
function quote(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} .,:;/·–-]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`
}
