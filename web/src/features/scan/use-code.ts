import { type CodedEntry, codes, MOST_IN_CODE } from '@aliquot/contract/codes'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { entryLink } from '../entry-data/entry-types.ts'

/** A code that did not lead to an entry at once. */
export interface Read {
  code: string
  /** None, or several. */
  entries: readonly CodedEntry[]
  /** The service did not answer. */
  error?: unknown
}

const NORMAL = 1

/** Opens the entry of a code, or tells why it does not. */
export function useCode(close: () => void) {
  const navigate = useNavigate()
  const [read, setRead] = useState<Read>()
  const [isAsking, setAsking] = useState(false)
  const current = useRef<AbortController>(undefined)
  const asked = useRef(new Set<string>())
  useEffect(() => () => current.current?.abort(), [])
  const ask = async (code: string) => {
    current.current?.abort()
    const own = new AbortController()
    current.current = own
    asked.current.add(code)
    setAsking(true)
    try {
      const { data } = await call(codes.read, { query: { code: sendable(code) }, signal: own.signal })
      if (own.signal.aborted) return
      const entry = onlyOne(data)
      if (!entry) return setRead({ code, entries: data })
      close()
      await navigate(entryLink(entry))
    } catch (error) {
      if (!own.signal.aborted) setRead({ code, entries: [], error })
    } finally {
      if (current.current === own) {
        current.current = undefined
        setAsking(false)
      }
    }
  }
  /** The camera sees the same code many times a second, and perhaps others beside it. */
  const see = (code: string) => (current.current || asked.current.has(code) ? undefined : ask(code))
  return { read, isAsking, ask, see }
}

/** What is in the trash or the archive does not stand in the way of its successor. */
function onlyOne(entries: readonly CodedEntry[]): CodedEntry | undefined {
  if (entries.length === 1) return entries[0]
  const normal = entries.filter(({ state }) => state === NORMAL)
  return normal.length === 1 ? normal[0] : undefined
}

/** Codes may hold any bytes. */
function sendable(code: string): string {
  return code.slice(0, MOST_IN_CODE).toWellFormed().replaceAll('\0', '')
}
