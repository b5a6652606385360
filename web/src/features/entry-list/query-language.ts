const SIGNS = [
  // A field, as in `tag:yeast`; not a time of day.
  /(^|[\s(!])[a-z_]+:\S/i,
  /(^|[\s(])(AND|OR|NOT)([\s(]|$)/,
  /["“”„«»|%()!&*]/,
  /(^|\s)'|'(\s|$)/,
]

/** Whether somebody who typed this knows of the query language, and may want to know more of it. */
export function looksLikeQuery(q: string): boolean {
  return SIGNS.some((sign) => sign.test(q))
}
