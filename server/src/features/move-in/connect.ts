import type { Context } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { isTimeZone } from '../../lib/dates.ts'
import { MOST_IN_FLIGHT, type MoveInOptions, USUAL_IN_FLIGHT } from './move-in.options.ts'
import type { KeyHolder, Run, SourceInfo } from './move-in.run.ts'
import { reasonFor } from './reason.ts'
import { Report } from './report/report.ts'
import { SourceClient } from './source/client.ts'
import { BadAnswer } from './source/failures.ts'
import { idIn, isRecord, isSet, numberIn, textIn } from './source/values.ts'

type Connecting = Omit<MoveInOptions, 'dryRun'> &
  Pick<Run, 'source' | 'isDry' | 'signal' | 'tell'> & { address: string }

/** Asks the other server what it is, and who its keys are. */
export async function connect(ctx: Context, options: Connecting): Promise<Run> {
  const { address, keys, inFlight = USUAL_IN_FLIGHT, signal, patience, tell } = options
  const zone = options.timezone ?? ctx.config.TIMEZONE
  if (!isTimeZone(zone)) throw new InvalidInput('move_in.no_zone', { field: 'timezone' })
  if (!Number.isInteger(inFlight) || inFlight < 1 || inFlight > MOST_IN_FLIGHT) {
    throw new InvalidInput('field.between', { field: 'in_flight', least: 1, most: MOST_IN_FLIGHT })
  }
  tell({ phase: 'connect', done: 0, total: keys.length })
  const client = new SourceClient({ address, keys, inFlight, signal, patience })
  const holders: KeyHolder[] = []
  for (const number of keys.keys()) {
    holders.push(await holderOf(client, number + 1))
    tell({ phase: 'connect', done: number + 1, total: keys.length })
  }
  return {
    ...{ ctx, source: options.source, client, keys: holders, zone, inFlight, signal, tell },
    ...{
      isDry: options.isDry,
      isThorough: options.thorough ?? false,
      report: new Report(),
      info: await infoOf(client),
    },
    author: { userid: options.as, via: 'cli', address: '', ...options.by, reason: reasonFor(address) },
    ...{ people: new Map(), teams: new Map(), known: new Map(), pins: new Map() },
    hosts: new Set([new URL(address).host]),
  }
}

async function holderOf(client: SourceClient, number: number): Promise<KeyHolder> {
  const { status, body } = await client.get('users/me', number)
  if (status === 401 || status === 403) throw new InvalidInput('move_in.bad_key', { field: 'keys', number })
  const userid = isRecord(body) ? idIn(body, 'userid') : null
  if (status !== 200 || !isRecord(body) || userid === null) throw new BadAnswer(status, 'users/me')
  return {
    ...{ number, userid, name: textIn(body, 'fullname') ?? '', team: idIn(body, 'team') ?? 0 },
    isSysadmin: isSet(body, 'is_sysadmin'),
  }
}

async function infoOf(client: SourceClient): Promise<SourceInfo> {
  const { body } = await client.get('info', 1)
  if (!isRecord(body)) return { version: '', isAliquot: false, counts: {} }
  const aliquot = textIn(body, 'aliquot_version')
  const [experiments, items] = [numberIn(body, 'experiments_count'), numberIn(body, 'items_count')]
  return {
    version: aliquot ? `Aliquot ${aliquot}` : `eLabFTW ${textIn(body, 'elabftw_version') ?? ''}`.trim(),
    isAliquot: aliquot !== null,
    counts: { ...(experiments !== null && { experiments }), ...(items !== null && { items }) },
  }
}
