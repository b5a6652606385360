import { defineTexts } from '../../i18n/text.tsx'

export const editorTexts = defineTexts({ mainText: 'Main text' }, { fr: { mainText: 'Texte principal' } })
