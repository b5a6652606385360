import type { Requestable } from '@aliquot/contract/request-actions'
import type { OffReason } from '@aliquot/contract/webhooks'
import type { Kind } from '../../notifications/notifications.lookup.ts'

/** Everything that e-mails say. Other languages have the same shape. */
export const english = {
  commented: (name: string) => `${name} commented:`,
  mentioned: (name: string) => `${name} mentioned you:`,
  mentionedInComment: (name: string) => `${name} mentioned you in a comment:`,
  deadline: (at: string) => `This step is due on ${at}:`,
  asks: {
    archive: (name: string) => `${name} asks you to archive this entry.`,
    lock: (name: string) => `${name} asks you to lock this entry.`,
    review: (name: string) => `${name} asks you to review this entry.`,
    sign: (name: string) => `${name} asks you to sign this entry.`,
    timestamp: (name: string) => `${name} asks you to timestamp this entry.`,
  } as Record<Requestable, (name: string) => string>,
  followed: (name: string | undefined, count: number) =>
    `${count === 1 ? 'One change' : `${count} changes`} in this entry that you follow${name ? `, the last by ${name}` : ''}.`,
  newPeople: (team: string) => `New in ${team}`,
  joined: (name: string, team: string) => `${name} joined the team ${team}.`,
  waiting: (name: string, team: string) => `${name} waits to be validated for the team ${team}.`,
  openEntry: 'Open entry',
  openTeam: 'Open team',
  openNotebook: 'Open notebook',
  because: 'You get this e-mail because of your notification settings.',
  unsubscribe: 'Stop these e-mails',
  settings: 'Notification settings',
  automatic: 'This message was sent automatically.',
  writtenBy: (name: string) => `${name} sent this message with Aliquot.`,
  testSubject: 'Test message from Aliquot',
  test: 'E-mail works: this message came through.',
  validatedSubject: 'Your account is ready',
  validated: 'Your account was validated. You can sign in now.',
  waitsSubject: 'Your account waits to be validated',
  waits: 'Your account was created. You can sign in once an admin has validated it. You will get another e-mail then.',
  webhookOffSubject: 'A webhook was switched off',
  webhookOff: {
    gone: (url: string) => `${url} answered that it is gone (410). Its webhook was switched off.`,
    failing: (url: string) =>
      `Deliveries to ${url} failed for three days. Its webhook was switched off. Resume it to continue where it stopped.`,
    owner: (url: string) => `You may no longer have the webhook to ${url}. It was switched off.`,
    secret: (url: string) =>
      `The secret of the webhook to ${url} cannot be decrypted on this server. It was switched off: rotate the secret and resume it.`,
    operator: (url: string) =>
      `The operator of the notebook switched off the webhook to ${url}. Ask before you resume it.`,
  } as Record<OffReason, (url: string) => string>,
  openWebhooks: 'Open webhooks',
  exportFailedSubject: 'Your export failed',
  exportFailed: (entries: number | null) =>
    `The export${entries === null ? '' : entries === 1 ? ' of an entry' : ` of ${entries} entries`} could not be finished. The file is incomplete: start the export again.`,
  exportReadySubject: 'Your export is ready',
  exportReady: (entries: number, days: number) =>
    `The export of ${entries === 1 ? 'an entry' : `${entries} entries`} is ready. It can be downloaded for ${days === 1 ? 'a day' : `${days} days`}.`,
  openExports: 'Open exports',
  agentSilentSubject: (name: string) => `No word from ${name}`,
  agentSilent: (name: string, host: string, at: string) =>
    `${name} on ${host} has not reported since ${at}. Its files may not arrive: check the computer, its network and its key.`,
  openInstruments: 'Open instruments',
  passwordSubject: 'Set a new password',
  password: 'Somebody, hopefully you, asked for a new password for your account.',
  passwordButton: 'Set a new password',
  passwordHint: 'The link works once, within one hour. If it was not you, ignore this e-mail: nothing has changed.',
  stopTitle: 'Stop these e-mails?',
  stopHint: 'You still find everything in the bell of the notebook.',
  stopButton: 'Stop e-mails',
  stopped: 'E-mails stopped',
  stoppedHint: 'You can turn them on again in your account, under Notifications.',
  wrongLink: 'This link doesn’t work',
  wrongLinkHint: 'Turn e-mails off in your account, under Notifications.',
  kinds: {
    comment_created: 'Comments',
    mention: 'Mentions',
    followed: 'Followed entries',
    request_created: 'Requests',
    trouble: 'Trouble',
    step_deadline: 'Deadlines',
    user_created: 'New people',
    user_need_validation: 'People to approve',
  } as Record<Kind, string>,
}

export type MailWords = typeof english
