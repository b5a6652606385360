import type { PasswordOwner } from '@aliquot/contract/users'
import { useMessages } from '../../i18n/messages.tsx'
import classes from './LinkOwner.module.css'
import { sessionMessages } from './session.messages.ts'

/** For whom a link is, in which teams, and who sent it. */
export function LinkOwner({ owner: { email, firstname, lastname, teams, sent_by } }: { owner: PasswordOwner }) {
  const text = useMessages(sessionMessages)
  return (
    <dl className={classes.facts}>
      <dt>{text.account}</dt>
      <dd>
        <b>{`${firstname} ${lastname}`}</b>
        <br />
        {email}
      </dd>
      {teams.length > 0 && (
        <>
          <dt>{text.inTeam(teams.length)}</dt>
          <dd>{teams.join(', ')}</dd>
        </>
      )}
      {sent_by !== '' && (
        <>
          <dt>{text.sentBy}</dt>
          <dd>{sent_by}</dd>
        </>
      )}
    </dl>
  )
}
