/** Who one is, and what opens an account. */
export const authRefusals = {
  'auth.required': 'Authentication is required',
  'auth.unknown_key': ['Authentication is required', 'No API key matches'],
  'auth.read_only_key': 'This API key is read-only',
  'auth.too_many_keys': 'Too many wrong API keys from this address',
  'auth.other_site': 'Another site may not change anything with your session',
  'auth.other_site_sign_in': 'A page of another site may not sign you in here',
  'auth.session_ended': 'Your session has ended, sign in again',
  'auth.somebody_else': 'Someone else has signed in here, sign in again',
  'auth.several_cookies':
    'The browser sent several session cookies: delete the cookies of this site, then sign in again',
  'auth.not_validated': 'This account has not been validated yet',
  'auth.archived': 'This account is archived in this team',
  'auth.expired': 'This account has expired',
  'auth.wrong_password': 'The e-mail address or the password is wrong, or this account may not sign in',
  'auth.too_many_failures': 'Too many failed attempts to sign in, try again later',
  'auth.too_many_at_once': 'Too many people are signing in at the moment',
  'auth.password_needed': [
    'Enter your password again: the last time was more than a day ago',
    'Send it with PATCH /session, then repeat this request.',
  ],
  'auth.no_session': 'There is no session: this request came with an API key',
  'auth.unknown_session': 'You have no session with this id',
  'auth.not_member': '{field}: you are not an active member of it',
} as const
