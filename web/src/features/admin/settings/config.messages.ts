import { defineMessages } from '../../../i18n/messages.tsx'

export const configMessages = defineMessages('config', {
  title: 'Settings',
  intro: 'Settings for all teams. Each change is saved at once and recorded in the audit trail.',
  saved: (label: string) => `Saved: ${label}`,
  groups: {
    announcements: 'Announcements',
    levels: 'Sharing levels',
    accounts: 'Accounts',
    passwords: 'Passwords',
    sessions: 'Sessions',
  },
  levelsHint: 'Available for new sharing. Entries already shared stay as they are.',
  switches: {
    allow_permission_useronly: { label: 'Only the owner', hint: '' },
    allow_permission_user: { label: 'The owner and team admins', hint: '' },
    allow_permission_team: { label: 'The whole team', hint: '' },
    allow_permission_organization: { label: 'Everyone with an account', hint: '' },
    allow_permission_full: { label: 'Public, no account needed', hint: '' },
    admins_create_users: {
      label: 'Admins can invite people',
      hint: 'If off, only sysadmins can create accounts.',
    },
    admins_import_users: {
      label: 'Admins can add people from other teams',
      hint: 'If off, only sysadmins can.',
    },
    admins_archive_users: {
      label: 'Admins can archive members',
      hint: 'If off, only sysadmins can.',
    },
    allow_users_change_identity: {
      label: 'People can edit their name and e-mail',
      hint: 'Names appear on entries. If off, only sysadmins can.',
    },
    anon_users: {
      label: 'Allow public access',
      hint: 'Public entries and public links work without an account.',
    },
  },
  written: {
    announcement: {
      label: 'For signed-in users',
      hint: 'Shown above every page until closed. Empty: not shown.',
    },
    login_announcement: {
      label: 'On the sign-in page',
      hint: 'Visible to everyone. Empty: not shown.',
    },
    email_domain: {
      label: 'Allowed e-mail domains',
      hint: 'Separated by commas: example.org, *.example.org. Empty: any.',
    },
    min_password_length: {
      label: 'Minimum length',
      hint: 'In characters, for new passwords. Long ones are safer than complicated ones.',
    },
    cookie_validity_time: {
      label: 'Session lifetime (minutes)',
      hint: '43200 minutes are 30 days. Each visit restarts the time.',
    },
    autologout_time: {
      label: 'Sign out when inactive (minutes)',
      hint: '0: never. 30 is a good choice for shared computers.',
    },
  },
  complexity: 'Complexity',
  complexityHint: 'Common and guessable passwords are always refused.',
  complexities: {
    0: 'Anything',
    10: 'Upper and lower case',
    20: 'Upper and lower case, and digits',
    30: 'Upper and lower case, digits and symbols',
  },
})
