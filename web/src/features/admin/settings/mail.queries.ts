import { mail } from '@aliquot/contract/mail'
import { call } from '../../../api/call.ts'

/** Returns how many messages were sent: none while e-mail is not set up. */
export async function sendTestMail(email: string): Promise<number> {
  const { location } = await call(mail.write, { body: { action: 'test', email } })
  return Number(location?.split('/').pop() ?? 0)
}
