import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useRef, useState } from 'react'
import { dropKept, keptOf, putKept } from '../../sync/pending-store.ts'
import { findOrphans, inputKey, isOwnInput } from '../../sync/tabs.ts'
import { useSession } from '../session/session.queries.ts'

/**
 * Words in an input that are not sent anywhere yet, such as half a comment: they come back after a reload.
 *
 *     const [words, setWords, forget] = useKeptInput(entry, 'comment')
 *
 * `seen` is the text that the words will replace. It is kept with them, and comes back with them as the last result.
 */
export function useKeptInput(
  entry: Pick<Entity, 'type' | 'id' | 'title'>,
  name: string,
  initial = '',
  { seen }: { seen?: string | undefined } = {},
): [string, (text: string | ((before: string) => string)) => void, () => void, string | undefined] {
  const { userid } = useSession()
  const [text, setText] = useState(initial)
  const [seenThen, setSeenThen] = useState<string>()
  const latest = useRef(initial)
  const key = inputKey(userid, entry.id, name)

  /** A function gets the current words, even after the page was left. */
  const write = (change: string | ((before: string) => string)) => {
    const next = typeof change === 'function' ? change(latest.current) : change
    latest.current = next
    setText(next)
    const { type, id: entryId, title } = entry
    const row = { kind: 'input', type, entryId, userid, title, at: Date.now() } as const
    if (next === initial) void dropKept(key)
    else void putKept({ ...row, key, content: { name, text: next, ...(seen !== undefined && { seen }) } })
  }

  useEffect(() => {
    let isGone = false
    void keptInputs(userid, entry.id, (one) => one === name).then((rows) => {
      // If the person has begun to type, the restored words go before; what is stored under this key is what they type.
      const hasBegun = latest.current !== initial
      const found = hasBegun ? rows.filter((row) => row.key !== key) : rows
      if (isGone || found.length === 0) return
      const inputs = found.map(({ content }) => content as KeptText)
      const texts = inputs.map(({ text }) => text)
      setSeenThen(inputs.at(-1)?.seen)
      write((hasBegun ? [...texts, latest.current] : texts).join('\n'))
      // Only now, because this page has stored them itself.
      for (const row of found) if (row.key !== key) void dropKept(row.key)
    })
    return () => {
      isGone = true
    }
  }, [key])

  return [text, write, () => write(initial), seenThen]
}

/**
 * Calls back if words are stored for an input that is not on the page, or for one whose name continues after a blank.
 * Does nothing without a name.
 */
export function useHasKeptInput(entryId: number, name: string | undefined, onFound: () => void): void {
  const { userid } = useSession()
  useEffect(() => {
    if (name === undefined) return
    let isGone = false
    void keptInputs(userid, entryId, (one) => one === name || one.startsWith(`${name} `)).then((rows) => {
      if (!isGone && rows.length > 0) onFound()
    })
    return () => {
      isGone = true
    }
  }, [userid, entryId, name])
}

interface KeptText {
  name: string
  text: string
  /** What the person saw when they wrote these words. */
  seen?: string
}

/** The inputs of this page, and those of closed pages. Another open tab keeps its own. */
async function keptInputs(userid: number, entryId: number, isMeant: (name: string) => boolean) {
  const rows = (await keptOf('input', userid, entryId)).filter((row) => isMeant((row.content as KeptText).name))
  const orphans = await findOrphans(rows)
  return rows.filter((row) => isOwnInput(row.key) || orphans.includes(row))
}
