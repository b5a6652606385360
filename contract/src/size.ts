const UNITS = ['', 'K', 'M', 'G', 'T']

/** Converts a size as people write it to bytes: `20G`, `1.5 TiB`, or without a unit. Units are powers of 1024. */
export function readSize(text: string): number | undefined {
  const [, number, unit = ''] = /^\s*(\d{1,15}(?:\.\d{1,3})?)\s*([KMGT])?(?:i?B)?\s*$/i.exec(text) ?? []
  return number === undefined ? undefined : Math.round(Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase()))
}
