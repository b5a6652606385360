import { HEALTH_WORDS } from '@aliquot/contract/health-words'
import { defineMessages } from '../../i18n/messages.tsx'

/** What the checks of the service find, by their codes. */
export const healthMessages = defineMessages('health', { found: HEALTH_WORDS })
