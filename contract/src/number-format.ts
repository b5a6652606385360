/** How the numbers of a table cell are shown: `2` with two decimals, `e2` as a power of ten. The text itself stays exact. */
export const NUMBER_FORMATS = ['0', '1', '2', '3', '4', 'e2'] as const
export type NumberFormat = (typeof NUMBER_FORMATS)[number]

/** The attribute of a cell. The service lets it pass. */
export const FORMAT_ATTRIBUTE = 'data-number-format'

/** The sign of comparison, the number, and a percent sign. A comma with three digits after it can mean two things. */
const NUMBER = /^([<>≤≥~≈±]?\s*)([-+−]?)(\d+)(?:\.(\d+)|,(?!\d{3}$)(\d+))?(?:e([-+−]?\d{1,3}))?(\s*%?)$/iu

/** The number as it is shown; undefined for what is no number, or too ambiguous, and is shown as it was typed. */
export function showNumber(text: string, format: string): string | undefined {
  const [, isScientific, digits] = /^(e?)(\d)$/.exec(format) ?? []
  const [, before = '', sign = '', whole, dotted, afterComma, exponent = '', unit = ''] = NUMBER.exec(text.trim()) ?? []
  if (digits === undefined || whole === undefined) return undefined
  const isNegative = sign !== '' && sign !== '+'
  const exact = `${isNegative ? '-' : ''}${whole}.${dotted ?? afterComma ?? '0'}e${exponent.replace('−', '-') || '0'}`
  const shown = formatterOf(Number(digits), isScientific === 'e').format(exact as `${number}`)
  // Beyond the range of the formatter.
  if (shown.includes('∞')) return undefined
  const [mantissa = '', power] = shown.split('E')
  const written = (afterComma === undefined ? mantissa : mantissa.replace('.', ',')).replace('-', '−')
  return `${before}${sign === '+' ? '+' : ''}${written}${power === undefined ? '' : ` × 10${raised(power)}`}${unit}`
}

const formatters = new Map<string, Intl.NumberFormat>()

/** It reads digits, not floating point numbers: 1.005 becomes 1.01. */
function formatterOf(digits: number, isScientific: boolean): Intl.NumberFormat {
  const name = `${isScientific}${digits}`
  const known = formatters.get(name)
  if (known) return known
  const made = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    notation: isScientific ? 'scientific' : 'standard',
  })
  formatters.set(name, made)
  return made
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function raised(power: string): string {
  return power.replaceAll(/[-\d]/g, (sign) => (sign === '-' ? '⁻' : (RAISED[Number(sign)] ?? sign)))
}
