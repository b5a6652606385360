import { users } from '@aliquot/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The person's own account with its preferences. */
export function ownProfile() {
  return queryOptions({
    queryKey: ['users', 'me'],
    queryFn: async () => (await call(users.read, { params: { id: 'me' } })).data,
  })
}
