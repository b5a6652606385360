import { defineTexts } from '../i18n/text.tsx'

export const themeTexts = defineTexts(
  { title: 'Theme', light: 'Light', dark: 'Dark', auto: 'Like the system' },
  { fr: { title: 'Thème', light: 'Clair', dark: 'Sombre', auto: 'Comme le système' } },
)
