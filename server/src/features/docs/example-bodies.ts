import { labels } from '@aliquot/contract/labels'

/** Bodies as a person would send them, by operation; the documentation shows them. Others start from `{}`. */
export const exampleBodies: Readonly<Record<string, object>> = {
  postApikeys: { name: 'balance logger', canwrite: 1 },
  postEntity: { title: 'Annealing at 65 °C', tags: ['PCR', 'primer 4'] },
  patchEntity: { title: 'Annealing at 65 °C', date: '2026-03-02', body: '<p>Yield is low.</p>', tags: ['PCR'] },
  postEntityAction: { action: 'duplicate' },
  postEntityComments: { comment: 'Buffer was prepared with the old stock.' },
  patchEntityComment: { comment: 'Buffer was prepared with the fresh stock.' },
  postEntityTags: { tag: 'PCR' },
  patchEntityTag: { action: 'unreference' },
  patchEntityRevision: { action: 'replace' },
  postSession: { email: 'ada@example.org', password: 'your password' },
  postSetup: {
    token: 'token from the set-up link',
    firstname: 'Ada',
    lastname: 'Moreau',
    email: 'ada@example.org',
    password: 'a long password',
  },
  patchUser: { action: 'updatepassword', current_password: 'your password', password: 'a new long password' },
  patchUserNotification: { is_ack: 1 },
  patchUserNotifications: { is_ack: 1 },
  patchConfig: { anon_users: '0', email_domain: 'example.org,*.example.com', min_password_length: '14' },
  postTeams: { name: 'Protein lab' },
  patchTeam: { announcement: 'The cold room is closed on Friday.', user_create_tag: 0 },
  postTeamTags: { tag: 'PCR' },
  patchTeamTag: { action: 'updatetag', tag: 'qPCR' },
  postTeamgroups: { name: 'Microscopists' },
  patchTeamgroup: { how: 'add', userid: 7 },
  ...Object.fromEntries(
    Object.values(labels).flatMap(({ add, patch }) => [
      [add.name, { name: 'Cloning', color: '29aeb9' }],
      [patch.name, { title: 'Cloning', color: '54aa08', ordering: 2 }],
    ]),
  ),
  postFavtags: { tag: 'PCR' },
  postView: { name: 'Running this week', entity_type: 'experiments', search: '{"date":"week"}', is_shared: 1 },
  patchView: { name: 'This week', is_shared: 0 },
  postUsers: { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' },
  postPassword: { token: 'token from the link', password: 'a long password' },
  patchSession: { team: 2 },
}
