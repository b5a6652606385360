import { defineMessages } from '../../i18n/messages.tsx'

export const configMessages = defineMessages('config', {
  title: 'Settings',
  intro: 'What holds for all teams. Each change is saved at once and written into the audit trail.',
  saved: (label: string) => `Saved: ${label}`,
  groups: {
    announcements: 'Announcements',
    levels: 'With whom entries can be shared',
    accounts: 'Accounts',
    passwords: 'Passwords',
    sessions: 'Staying signed in',
  },
  levelsHint: 'What can be chosen from now on. Entries that are shared already stay as they are.',
  switches: {
    allow_permission_useronly: { label: 'Only oneself', hint: '' },
    allow_permission_user: { label: 'Oneself and the admins of the team', hint: '' },
    allow_permission_team: { label: 'The whole team', hint: '' },
    allow_permission_organization: { label: 'Everybody with an account', hint: '' },
    allow_permission_full: { label: 'Everybody, also without an account', hint: '' },
    admins_create_users: {
      label: 'Admins of a team invite people',
      hint: 'Otherwise only sysadmins make accounts.',
    },
    admins_import_users: {
      label: 'Admins add people of other teams to theirs',
      hint: 'Otherwise only sysadmins do.',
    },
    admins_archive_users: {
      label: 'Admins archive the members of their team',
      hint: 'Otherwise only sysadmins do.',
    },
    allow_users_change_identity: {
      label: 'People change their own name and e-mail',
      hint: 'Names stand under entries, so usually a sysadmin does.',
    },
    anon_users: {
      label: 'People without an account see what is open to everybody',
      hint: 'Entries that are shared with everybody, and share links.',
    },
  },
  written: {
    announcement: {
      label: 'For everybody who is signed in',
      hint: 'Shown above every page, until they close it. Empty: nothing is shown.',
    },
    login_announcement: {
      label: 'On the sign-in page',
      hint: 'The whole world can read it. Empty: nothing is shown.',
    },
    email_domain: {
      label: 'E-mail addresses that an account can have',
      hint: 'Domains, separated by commas: example.org, *.example.org. Empty: any.',
    },
    min_password_length: {
      label: 'Fewest characters',
      hint: 'Counts for new passwords. Long ones are safer than complicated ones.',
    },
    cookie_validity_time: {
      label: 'Minutes until one signs in anew',
      hint: '43200 minutes are 30 days. Each visit starts them again.',
    },
    autologout_time: {
      label: 'Minutes without a visit until one is signed out',
      hint: '0: never before the time above. For shared computers 30 is a good choice.',
    },
  },
  complexity: 'What must be in it',
  complexityHint: 'Common and guessable passwords are refused in any case.',
  complexities: {
    0: 'Anything',
    10: 'Capital and small letters',
    20: 'Capital and small letters, and digits',
    30: 'Capital and small letters, digits, and other signs',
  },
})
