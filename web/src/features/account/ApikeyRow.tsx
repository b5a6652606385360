import type { Apikey } from '@aliquot/contract/apikeys'
import { Badge } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { accountMessages } from './account.messages.ts'
import { apikeyMessages } from './apikeys.messages.ts'

/** The facts of a key; `action` is a button for it. */
export function ApikeyRow({ apikey, action }: { apikey: Apikey; action?: ReactNode }) {
  const text = useMessages(accountMessages)
  const words = useMessages(apikeyMessages)
  const reaches = words.reaches(apikey.templates.length, apikey.entries.length)
  return (
    <li className={rows.row}>
      <KeyRound className={rows.icon} size={20} aria-hidden />
      <div className={rows.main}>
        <div className={rows.title}>
          {apikey.name}
          <Badge variant="light" color={apikey.level === 'read' ? 'gray' : undefined} tt="none">
            {words.levels[apikey.level]}
          </Badge>
        </div>
        <div className={rows.facts}>
          <span>{apikey.team_name}</span>
          {reaches && <span>{reaches}</span>}
          <span>
            {text.createdAt} <When at={apikey.created_at} />
          </span>
          <span>
            {apikey.last_used_at === null ? (
              text.neverUsed
            ) : (
              <>
                {text.lastUsed} <When at={apikey.last_used_at} />
              </>
            )}
          </span>
        </div>
      </div>
      {action}
    </li>
  )
}
