import { defineMessages } from '../../i18n/messages.tsx'

export const errorMessages = defineMessages('error', {
  title: 'Something went wrong',
  hint: 'Your text is kept on this device. Try again. If it happens again, contact your administrator:',
  notFound: 'Page not found',
  notFoundHint: 'The address may be mistyped, or the entry was moved. Your experiments are in the list.',
  forbidden: 'You do not have access',
  forbiddenHint: 'Ask its owner to share it with you or your team.',
  backToList: 'Go to experiments',
  unreachable: 'Can’t reach the server',
  unreachableHint: 'Your text is kept on this device. This page returns as soon as the server does.',
  reloading: 'One moment',
  reloadingHint: 'The server was updated. The page is reloading. Your text is kept on this device.',
})
