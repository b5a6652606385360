import { readFileSync } from 'node:fs'

/** The API level that programs can count on, as shown in `/info`. */
export const API_LEVEL = '5.6.12'
export const API_LEVEL_NUMBER = 50_612

export const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
