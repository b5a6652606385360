import { defineMessages } from '../../i18n/messages.tsx'

export const themeMessages = defineMessages('theme', {
  title: 'Theme',
  light: 'Light',
  dark: 'Dark',
  auto: 'System',
})
