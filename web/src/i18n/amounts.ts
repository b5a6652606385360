import { localeOf } from './locale.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte']

/** A limit or a size compared with one, in powers of 1024 as the service counts: `1.5 GiB`, `1,5 Gio`. */
export function roomText(bytes: number, language: string): string {
  const locale = localeOf(language)
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const number = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }).format(bytes / 1024 ** power)
  return `${number} ${unitIn(locale, power)}`
}

/** The platform knows `MB` and `Mo`, which are powers of 1000. */
function unitIn(locale: string, power: number): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: UNITS[power], unitDisplay: 'narrow' })
  const unit = format.formatToParts(1).find(({ type }) => type === 'unit')?.value ?? 'B'
  return power === 0 ? unit : `${unit.charAt(0).toUpperCase()}i${unit.slice(1)}`
}
