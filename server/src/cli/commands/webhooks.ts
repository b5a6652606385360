import type { Command } from '../command.ts'
import { table } from '../table.ts'

export const webhooksList: Command = {
  name: 'webhooks list',
  summary: 'List all webhooks with their state, and how often each sent within the last hour',
  async run(call) {
    const { withExistingInstance } = await import('../instance.ts')
    const { listForOperator } = await import('../../features/webhooks/webhooks.lookup.ts')
    const hooks = await withExistingInstance(listForOperator)
    const rows = hooks.map((hook) => [hook.id, hook.url, hook.scope, hook.fullname, hook.state, hook.attempts])
    const heads = ['id', 'address', 'scope', 'owner', 'state', 'attempts/h']
    call.print(hooks, rows.length === 0 ? 'there are no webhooks' : table(heads, rows))
    return 0
  },
}

export const webhooksOff: Command = {
  name: 'webhooks off',
  summary: 'Switch a webhook off; its owner is told and can resume it without a loss',
  argument: { name: 'ID', type: 'number', help: 'its number, see aliquot webhooks list' },
  async run(call) {
    const { CLI, withExistingInstance } = await import('../instance.ts')
    const { CommandProblem } = await import('../../errors.ts')
    const { listForOperator } = await import('../../features/webhooks/webhooks.lookup.ts')
    const { switchOff } = await import('../../features/webhooks/delivery/switch-off.ts')
    const id = Number(call.argument)
    await withExistingInstance(async (ctx) => {
      const hooks = await listForOperator(ctx)
      if (!hooks.some((hook) => hook.id === id)) throw new CommandProblem(`there is no webhook ${id}`)
      await switchOff(ctx, id, 'operator', CLI)
    })
    call.print({ id }, `Webhook ${id} is off`)
    return 0
  },
}
