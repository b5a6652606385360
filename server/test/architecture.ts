import { type Import, importsAmong, sourcesIn } from './import-graph.ts'

/**
 * The folders and root files of server/src, from the top layer to the bottom. An import goes down, or stays in its
 * folder.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['main.js'],
  ['cli'],
  ['agent'],
  ['serve.ts'],
  ['service.ts'],
  ['start.ts'],
  ['app.ts', 'bootstrap.ts', 'job-kinds.ts'],
  ['backup'],
  ['verify'],
  ['features'],
  ['http'],
  ['instance-config', 'jobs', 'records', 'servers', 'web'],
  ['change.ts'],
  ['context.ts'],
  ['media'],
  ['files'],
  ['access'],
  ['text-work'],
  ['journal'],
  ['base-context.ts', 'plain-message.ts'],
  ['db'],
  ['closed-to-others.ts', 'counters.ts', 'log.ts'],
  ['config.ts'],
  ['lib'],
  ['errors.ts', 'version.ts'],
]

export const SERVER = 'server/src/'

/** The room of a file: `db` for `server/src/db/sqlite/merge.ts`. */
export function roomOf(path: string): string {
  return path.slice(SERVER.length).split('/')[0] ?? ''
}

export function serverImports(): Import[] {
  return importsAmong(sourcesIn('server/src'))
}

const BEGIN = '<!-- npm run picture writes this -->'
const END = '<!-- end of the picture -->'

/** The page with the current import diagram between its marks. */
export function withPicture(page: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`there is no ${BEGIN} … ${END}`)
  return `${before}${BEGIN}\n${picture()}${END}${after}`
}

function picture(): string {
  const uses = new Map(FLOORS.flat().map((room) => [room, new Set<string>()]))
  for (const { from, to } of serverImports()) if (roomOf(from) !== roomOf(to)) uses.get(roomOf(from))?.add(roomOf(to))
  const reaches = (from: string, to: string): boolean =>
    [...(uses.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  const lines = FLOORS.flat().flatMap((room) => {
    const used = [...(uses.get(room) ?? [])]
    // Arrows that follow from others are left out.
    const direct = used.filter((to) => !used.some((next) => next !== to && reaches(next, to)))
    return direct.sort().map((to) => `  ${nodeOf(room)} --> ${nodeOf(to)}`)
  })
  return ['```mermaid', 'flowchart TD', ...lines, '```', ''].join('\n')
}

function nodeOf(room: string): string {
  return room.includes('.') ? `${room.replaceAll(/\W/g, '_')}["${room}"]` : `${room.replaceAll('-', '_')}["${room}/"]`
}
