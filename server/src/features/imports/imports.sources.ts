import { extname } from 'node:path'
import { IMPORT_ENDINGS } from '@aliquot/contract/imports'
import { InvalidInput } from '../../errors.ts'
import type { OpenSource } from './source.ts'

/** The readers, by the ending of the name of a file. They load when they are needed. */
const READERS: Readonly<Record<(typeof IMPORT_ENDINGS)[number], () => Promise<OpenSource>>> = {
  '.eln': async () => (await import('./eln/open-eln.ts')).openEln,
  '.csv': async () => (await import('./sheets/open-table.ts')).openCsvTable,
  '.tsv': async () => (await import('./sheets/open-table.ts')).openCsvTable,
  '.xlsx': async () => (await import('./sheets/open-table.ts')).openXlsxTable,
}

/** The ending of the name of a file that can be imported. */
export function requireEnding(name: string): string {
  // Some programs and mail servers know only the second of the two names of an archive.
  const ending = extname(name.toLowerCase().replace(/\.eln\.zip$/, '.eln'))
  if (Object.hasOwn(READERS, ending)) return ending
  throw new InvalidInput('import.unknown_ending', { field: 'file', endings: [...IMPORT_ENDINGS] })
}

export async function openSource(ending: string, ...args: Parameters<OpenSource>): ReturnType<OpenSource> {
  const load = READERS[ending as keyof typeof READERS]
  return (await load())(...args)
}
