const UNITS = ['', 'K', 'M', 'G', 'T', 'P']
const BYTE: Readonly<Record<string, string>> = { fr: 'o' }

/** A limit or a size compared with one, in powers of 1024 as the service counts: `1.5 GiB`, `1,5 Gio`. */
export function roomText(bytes: number, language: string): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(bytes / 1024 ** power)
  return `${number} ${power === 0 ? '' : `${UNITS[power]}i`}${BYTE[language] ?? 'B'}`
}
