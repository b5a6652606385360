/** Every text of the interface. Another language has the same shape; the compiler says what it lacks. */
export const en = {
  app: { name: 'Aliquot', tagline: 'Your laboratory notebook' },
  common: {
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
    undo: 'Undo',
    delete: 'Delete',
    retry: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    loading: 'Loading',
    untitled: 'Untitled',
  },
  errors: {
    title: 'Something went wrong',
    notFound: 'There is nothing here',
    notFoundHint: 'The address may be mistyped, or the entry was moved. Your experiments are in the list.',
    forbidden: 'You may not see this',
    forbiddenHint: 'Ask its owner to share it with you or your team.',
    offline: 'Offline. What you write is kept on this device and sent when the connection is back.',
    unreachable: 'The service cannot be reached.',
    backToList: 'Go to the experiments',
    reload: 'Reload the page',
  },
}

export type Messages = typeof en
