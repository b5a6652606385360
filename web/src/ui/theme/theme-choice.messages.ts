import { defineMessages } from '../../i18n/messages.tsx'

export const themeMessages = defineMessages(
  { title: 'Theme', light: 'Light', dark: 'Dark', auto: 'Like the system' },
  { fr: { title: 'Thème', light: 'Clair', dark: 'Sombre', auto: 'Comme le système' } },
)
