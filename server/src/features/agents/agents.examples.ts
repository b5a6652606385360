import type { Examples } from '../../../test/example-world.ts'

const REPORT = { name: 'Balance', host: 'balance-pc', version: '0.1.0', interval: 60, waiting: 0, errors: 0 }

export const examples: Examples = {
  postAgents: () => ({ body: REPORT }),
  deleteAgent: async ({ as, ada }) => {
    await as(ada).post('agents', REPORT)
    const { body } = await as(ada).get<{ id: number }[]>('agents')
    return { params: { id: body[0]?.id ?? 0 } }
  },
}
