import { REASON_LIMIT } from '@aliquot/contract/limits'
import type { FastifyRequest } from 'fastify'
import { REASON_HEADER } from '../../access/reason.ts'
import { InvalidInput } from '../../errors.ts'
import { isStorableText } from '../../lib/text.ts'

const MOST_CHARACTERS = REASON_LIMIT.most

/**
 * The reason for a change, in the person's words. It is percent-encoded, because headers carry only ASCII. Null if not
 * given.
 */
export function readReason(request: FastifyRequest): string | null {
  const header = request.headers['x-change-reason']
  if (header === undefined) return null
  const reason = decode(String(header)).trim()
  if (reason.length > MOST_CHARACTERS) {
    throw new InvalidInput('field.too_long', { field: REASON_HEADER, most: MOST_CHARACTERS })
  }
  if (!isStorableText(reason)) throw new InvalidInput('field.unstorable', { field: REASON_HEADER })
  return reason === '' ? null : reason
}

function decode(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    throw new InvalidInput('request.not_percent', { field: REASON_HEADER })
  }
}
