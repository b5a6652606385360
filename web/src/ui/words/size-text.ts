import { localeOf } from '../../i18n/locale.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `1.2 MB` */
export function sizeText(bytes: number, language: string): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** power
  const unitDisplay = power === 0 ? 'long' : 'short'
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay,
    maximumFractionDigits,
  }).format(value)
}
