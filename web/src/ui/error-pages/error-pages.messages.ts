import { defineMessages } from '../../i18n/messages.tsx'

export const errorMessages = defineMessages('error', {
  title: 'Something went wrong',
  hint: 'What you typed is kept on this device. Try again; if it happens once more, tell whoever runs the server:',
  notFound: 'There is nothing here',
  notFoundHint: 'The address may be mistyped, or the entry was moved. Your experiments are in the list.',
  forbidden: 'You may not see this',
  forbiddenHint: 'Ask its owner to share it with you or your team.',
  backToList: 'Go to the experiments',
  unreachable: 'The server does not answer',
  unreachableHint: 'What you typed is kept on this device. This page comes back as soon as the server does.',
  reloading: 'One moment',
  reloadingHint: 'The server was updated, and the page is loaded again. What you typed is kept on this device.',
})
