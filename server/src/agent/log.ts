import { printable } from './paths.ts'

export interface Log {
  info(line: string): void
  warn(line: string): void
}

/** One line each, with the time of day. The key never appears, whoever quotes it. */
export function makeLog(key: string, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const secret = key.split('-')[1] ?? key
  const say = (level: string) => (line: string) => {
    const at = new Date().toISOString().replace('T', ' ').slice(0, 19)
    const safe = printable(line).replaceAll(secret, '…')
    write(`${at} ${level} ${safe}\n`)
  }
  return { info: say(' '), warn: say('!') }
}
