import { defineMessages } from '../../../i18n/messages.tsx'

export const mailSettingsMessages = defineMessages('mailSettings', {
  title: 'E-mail',
  intro:
    'The notebook sends notifications and password links through your mail server. Without a sender it sends none.',
  server: 'Mail server',
  messages: 'Messages',
  welcome: 'Welcome message',
  welcomeHint: 'Sent to each new account.',
  encryption: 'Encryption',
  encryptions: { ssl: 'TLS', starttls: 'STARTTLS', none: 'None' },
  password: 'Password',
  passwordHint: 'Stored encrypted and never shown. Leave empty to keep it.',
  savePassword: 'Save password',
  written: {
    mail_from: { label: 'Sender', hint: 'An address such as notebook@example.org. Empty: no e-mail is sent.' },
    smtp_address: { label: 'Server', hint: 'Its name, such as mail.example.org.' },
    smtp_port: { label: 'Port', hint: 'Usually 465 with TLS and 587 with STARTTLS.' },
    smtp_username: { label: 'User name', hint: 'Empty: without signing in.' },
    onboarding_email_subject: { label: 'Subject', hint: '' },
    onboarding_email_body: { label: 'Text', hint: '' },
    onboarding_email_admins_subject: { label: 'Subject for admins', hint: '' },
    onboarding_email_admins_body: { label: 'Text for admins', hint: '' },
  },
  switches: {
    smtp_verify_cert: {
      label: 'Check the server’s certificate',
      hint: 'Turn off only for a certificate that your server signed itself.',
    },
    email_send_grouped: {
      label: 'One message for many people',
      hint: 'Recipients don’t see each other. If off, each gets a message of their own.',
    },
    onboarding_email_active: { label: 'Send a welcome message', hint: '' },
    onboarding_email_different_for_admins: { label: 'Another one for team admins', hint: '' },
  },
  test: 'Send test message',
  testHint: 'Save your changes first.',
  testTo: 'To',
  testSent: (address: string) => `Test message sent to ${address}`,
  testOff: 'Nothing was sent: enter a sender first.',
})
