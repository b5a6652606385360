import { defineMessages } from '../../i18n/messages.tsx'

export const onDemandMessages = defineMessages('onDemand', {
  needsNetwork: 'This needs the network the first time. Try again when the connection is back.',
  updated: 'This part could not be loaded. If the server was updated, reload the page. Your text is kept.',
  reload: 'Reload page',
})
