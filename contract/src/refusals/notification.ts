/** Notifications. */
export const notificationRefusals = {
  'notification.not_found': 'You have no notification with this id',
  'notification.of_other': 'Notifications are read only by the person they are for',
} as const
