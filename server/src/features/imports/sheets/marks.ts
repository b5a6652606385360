/** How people tick a box. */
const YES = new Set(['yes', 'true', 'on', 'y', 'ja', 'wahr', 'oui', 'vrai', 'x', '✓', '✔', '☑', 'checked'])
const NO = new Set(['no', 'false', 'off', 'n', 'nein', 'falsch', 'non', 'faux', '✗', '☐', 'unchecked'])

/** `on` or `off`; undefined for what is neither. */
export function readMark(text: string): 'on' | 'off' | undefined {
  const plain = text.trim().toLowerCase()
  if (YES.has(plain) || plain === '1') return 'on'
  return NO.has(plain) || plain === '0' ? 'off' : undefined
}

/** Whether a text is meant as a mark; 0 and 1 are rather numbers. */
export function looksLikeMark(text: string): boolean {
  const plain = text.trim().toLowerCase()
  return YES.has(plain) || NO.has(plain)
}
