import { defineMessages } from '../../i18n/messages.tsx'

export const notificationSettingsMessages = defineMessages('notificationSettings', {
  intro: 'Choose the news you get, and where. E-mails are sent if your administrator has set them up.',
  kinds: {
    comment_created: { label: 'Comments', hint: 'Someone comments on your entry.' },
    mention: { label: 'Mentions', hint: 'Someone names you with @ in an entry or comment.' },
    request_created: { label: 'Requests', hint: 'Someone asks you to review, lock or sign an entry.' },
    followed: { label: 'Followed entries', hint: 'Others change an entry that you follow.' },
    step_deadline: { label: 'Deadlines', hint: 'Half an hour before a step is due.' },
    trouble: {
      label: 'Background work',
      hint: 'An export is ready or failed, a webhook was switched off, or an instrument is silent.',
    },
    user_created: { label: 'New people', hint: 'For team admins.' },
    user_need_validation: { label: 'People to approve', hint: 'For team admins.' },
  },
  onPage: 'Show in the bell',
  onPageOf: (kind: string) => `${kind}: show in the bell`,
  byMail: 'E-mail',
  byMailOf: (kind: string) => `${kind}: e-mail`,
  times: { now: 'At once', daily: 'Daily', weekly: 'Weekly', never: 'Never' },
  language: 'Language of e-mails',
  saved: 'Notification settings saved',
})
