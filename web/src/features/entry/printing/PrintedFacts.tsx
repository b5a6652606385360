import type { Entity } from '@aliquot/contract/entities'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { QrCode } from '../../../ui/qr/QrCode.tsx'
import { exactTime, parseServiceTime } from '../../../ui/time/time.ts'
import { entryAddress } from '../../entry-data/entry-types.ts'
import { useSession } from '../../session/session.queries.ts'
import { useLockerName } from '../use-locker-name.ts'
import classes from './PrintedFacts.module.css'
import { printingMessages } from './printing.messages.ts'
import { usePrintedPage } from './use-printed-page.ts'

/** What identifies a sheet of paper: the entry, its address and state, and who printed it when. Only on paper. */
export function PrintedFacts({ entry, title }: { entry: Entity; title: string }) {
  const text = useMessages(printingMessages)
  const { language } = useLanguage()
  const { fullname } = useSession()
  const lockedBy = useLockerName(entry)
  const at = useTimeOfPrinting()
  const address = entryAddress(entry)
  const ids = [entry.custom_id !== null && text.number(entry.custom_id), entry.elabid].filter(Boolean).join(' · ')
  usePrintedPage({ title, ids, address, page: text.page, pageOf: text.pageOf })
  const say = (time: string | null) => (time === null ? '' : exactTime(parseServiceTime(time), language))
  const facts: [name: string, value: string | null | undefined][] = [
    [text.permanentId, entry.elabid],
    [text.created, say(entry.created_at)],
    [text.lockedBy, entry.locked === 1 ? [lockedBy, say(entry.locked_at)].filter(Boolean).join(', ') : ''],
    [text.changed, say(entry.modified_at)],
    [text.state, text.states[entry.state]],
    [text.printed, text.printedBy(exactTime(at, language), fullname)],
    [text.address, address],
  ]
  return (
    <div className={classes.sheet}>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Code value={address} label={text.addressCode} />
    </div>
  )
}

/** The browser prints without waiting, so the code is made soon after the page is there. */
function Code({ value, label }: { value: string; label: string }) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setWanted, CODE_AFTER_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return isWanted && <QrCode className={classes.code} value={value} label={label} />
}

const CODE_AFTER_MS = 2000

function useTimeOfPrinting(): Date {
  const [at, setAt] = useState(() => new Date())
  useEffect(() => {
    // At once: the browser prints as soon as the event is over.
    const note = () => flushSync(() => setAt(new Date()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return at
}
